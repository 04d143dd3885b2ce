import { KEY_SCOPES, type KeyScope, withIncludedScopes } from './tenant.js';

/** Roles of people who work for a merchant. Keys and staff with a role have its scopes (docs/operations.md, Scopes). */
export const ROLES = {
  owner: KEY_SCOPES.organization.allowed,
  orders: ['receipts:read', 'orders:read', 'orders:fulfill', 'orders:money'],
  warehouse: ['orders:read', 'orders:fulfill'],
  books: ['receipts:read', 'orders:read'],
  catalogue: ['items'],
  'read-only': ['orders:read'],
} as const satisfies Readonly<Record<string, readonly KeyScope[]>>;

export type Role = keyof typeof ROLES;

export const ROLE_NAMES: readonly Role[] = Object.keys(ROLES).filter(isRole);

function isRole(name: string): name is Role {
  return Object.hasOwn(ROLES, name);
}

/** Scopes of what belongs to a shop. The others are about the whole organization, such as its keys. */
const SHOP_SCOPES: ReadonlySet<KeyScope> = new Set(['shops', 'items', 'orders:read', 'orders:fulfill', 'orders:money']);

/**
 * Returns the scopes of a role, with those that they include. A role in some shops only has none of the scopes about the
 * whole organization.
 * @param shops ids of the only shops of the role; null for all
 */
export function scopesOfRole(role: Role, shops: readonly string[] | null): readonly KeyScope[] {
  const scopes = withIncludedScopes(ROLES[role]);
  return shops === null ? scopes : scopes.filter((scope) => SHOP_SCOPES.has(scope));
}

/** True if this role may call operations of the scope, directly or because another scope includes it. */
export function isInRole(role: Role, scope: KeyScope): boolean {
  return scopesOfRole(role, null).includes(scope);
}
