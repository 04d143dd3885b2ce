import { GRANT_SCOPES, type GrantScope } from '../pages/grant/scopes-part.js';

/** Scope of a request that names none. */
export const DEFAULT_SCOPE: GrantScope = 'commerce';

/** Returns the scopes in a space-separated list; `undefined` if it has an unknown one. */
export function readScopes(text: string | undefined): readonly GrantScope[] | undefined {
  const names = new Set((text ?? '').split(' ').filter((name) => name !== ''));
  if (names.size === 0) return [DEFAULT_SCOPE];
  const known = GRANT_SCOPES.filter((scope) => names.has(scope));
  return known.length === names.size ? known : undefined;
}
