/**
 * Origin of an organization's log (C2SP tlog-checkpoint), which is also the name of its signing key. An epoch is the
 * period between two changes of this name; the origin of the first epoch has no number.
 */
export function logOrigin(name: string, organizationId: string, epoch: number): string {
  return epoch <= 1 ? `${name}/${organizationId}` : `${name}/${organizationId}/${epoch}`;
}
