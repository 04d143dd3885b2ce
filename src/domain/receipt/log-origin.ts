/**
 * Origin of an organization's log (C2SP tlog-checkpoint), which is also the name of its signing key. A new epoch
 * begins when the key is replaced or signed leaves are lost; the origin of the first epoch has no number.
 */
export function logOrigin(name: string, organizationId: string, epoch: number): string {
  return epoch <= 1 ? `${name}/${organizationId}` : `${name}/${organizationId}/${epoch}`;
}
