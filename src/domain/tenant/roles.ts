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

/** Returns the scopes of a role, with those that they include. */
export function scopesOfRole(role: Role): readonly KeyScope[] {
  return withIncludedScopes(ROLES[role]);
}

/** True if this role may call operations of the scope, directly or because another scope includes it. */
export function isInRole(role: Role, scope: KeyScope): boolean {
  return scopesOfRole(role).includes(scope);
}
