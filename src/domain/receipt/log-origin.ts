/**
 * Origin of an organization's log (C2SP tlog-checkpoint), and name of its signing key. An epoch is the period between
 * two changes of the name; the first has no number in the origin.
 */
export function logOrigin(name: string, organizationId: string, epoch: number): string {
  return epoch <= 1 ? `${name}/${organizationId}` : `${name}/${organizationId}/${epoch}`;
}
