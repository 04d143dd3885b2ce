/** Path below which the metadata of protected resources is (RFC 9728, 3.1). */
export const PROTECTED_RESOURCE = '/.well-known/oauth-protected-resource';

/** Returns the URL of the metadata of the resource at a path below a base URL. */
export function resourceMetadataUrl(base: string, path: string): string {
  return `${base}${PROTECTED_RESOURCE}${path}`;
}
