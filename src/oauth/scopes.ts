import { EARLY_LINKED_SCOPE, LINKED_PATH, LINKED_SCOPES, type LinkedScope } from '../domain/tenant/linked-scopes.js';
import { GRANT_SCOPES, type GrantScope } from '../pages/grant/scopes-part.js';

/** Scope of a request for an MCP endpoint that names none. */
export const DEFAULT_SCOPE: GrantScope = 'commerce';
/** Scopes of a request for UCP that names none: all, apart from the name that only 2026-01-11 has. */
const DEFAULT_LINKED: readonly LinkedScope[] = LINKED_SCOPES.filter((scope) => scope !== EARLY_LINKED_SCOPE);

/** Scopes that a request asks for. */
export interface AskedScopes {
  /** Scopes of the grant's key. */
  readonly scopes: readonly GrantScope[];
  /** Permissions over UCP; `undefined` if the resource is an MCP endpoint. */
  readonly linkedScopes: readonly LinkedScope[] | undefined;
}

/** Returns the names in a space-separated list. */
export function scopeNames(text: string | undefined): ReadonlySet<string> {
  return new Set((text ?? '').split(' ').filter((name) => name !== ''));
}

/** True if the names are of UCP alone. */
export function areLinkedScopes(names: ReadonlySet<string>): boolean {
  return LINKED_SCOPES.some((scope) => names.has(scope)) && !GRANT_SCOPES.some((scope) => names.has(scope));
}

/**
 * Returns the scopes for the resource at a path; `undefined` if a name is unknown, or none is for this resource. Clients
 * may ask for everything that the server lists, so scopes of other resources are left out (RFC 6749, 3.3).
 */
export function readScopes(names: ReadonlySet<string>, path: string): AskedScopes | undefined {
  const known: ReadonlySet<string> = new Set([...GRANT_SCOPES, ...LINKED_SCOPES]);
  if ([...names].some((name) => !known.has(name))) return undefined;
  if (path === LINKED_PATH) {
    const linkedScopes = names.size === 0 ? DEFAULT_LINKED : LINKED_SCOPES.filter((scope) => names.has(scope));
    return linkedScopes.length > 0 ? { scopes: [DEFAULT_SCOPE], linkedScopes } : undefined;
  }
  const scopes = names.size === 0 ? [DEFAULT_SCOPE] : GRANT_SCOPES.filter((scope) => names.has(scope));
  return scopes.length > 0 ? { scopes, linkedScopes: undefined } : undefined;
}
