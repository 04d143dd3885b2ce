import { PortalError } from '../domain/errors/portal-error.js';

/**
 * Compares a version with `If-Match`, if sent. `*` matches any existing object; if the object does not exist, nothing
 * matches, not even `*` (docs/api.md, HTTP).
 * @throws PortalError `version_conflict`
 */
export function assertVersion(ifMatch: string | undefined, version: number | undefined): void {
  if (ifMatch === undefined || (version !== undefined && ifMatch.trim() === '*')) return;
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  if (version !== undefined && tags.includes(etagOf(version))) return;
  throw new PortalError('version_conflict', 'If-Match: the object has changed since you read it; read it again');
}

/** Strong entity tag for a version (RFC 9110 8.8.3). */
export function etagOf(version: number): string {
  return `"${version}"`;
}
