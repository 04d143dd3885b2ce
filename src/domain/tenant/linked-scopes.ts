/** Path of the resource of UCP, at the base URL of each shop. Its tokens are those of linked people. */
export const LINKED_PATH = '/ucp';

/** Scope of 2026-01-11, which means the same as that of checkouts in later versions. */
export const EARLY_LINKED_SCOPE = 'ucp:scopes:checkout_session';

/**
 * OAuth scopes under which a platform acts for a linked person over UCP (UCP, Identity Linking).
 */
export const LINKED_SCOPES = [
  'dev.ucp.shopping.checkout:manage',
  'dev.ucp.shopping.cart:manage',
  'dev.ucp.shopping.order:read',
  EARLY_LINKED_SCOPE,
] as const;
export type LinkedScope = (typeof LINKED_SCOPES)[number];

interface Scoped {
  readonly scopes: readonly string[];
  readonly grant?: { readonly linked_scopes?: readonly LinkedScope[] };
}

/** Returns the scopes of a grant's key as its client knows them. */
export function grantedScopes({ grant, scopes }: Scoped): readonly string[] {
  return grant?.linked_scopes ?? scopes;
}
