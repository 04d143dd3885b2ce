/**
 * The origin of an organization's log (C2SP tlog-checkpoint), which is also the name of the key that signs for it. An
 * epoch is what a log is called between two changes of its name; the first has no number in the origin.
 */
export function logOrigin(name: string, organizationId: string, epoch: number): string {
  return epoch <= 1 ? `${name}/${organizationId}` : `${name}/${organizationId}/${epoch}`;
}
