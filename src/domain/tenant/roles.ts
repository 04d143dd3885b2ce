import { KEY_SCOPES, type KeyScope, withIncludedScopes } from './tenant.js';

/** Roles of people who work for a merchant. A key with a role has these scopes (docs/operations.md, Scopes). */
export const ROLES = {
  owner: KEY_SCOPES.organization.allowed,
  orders: ['receipts:read', 'orders:read', 'orders:fulfill', 'orders:money'],
  warehouse: ['orders:read', 'orders:fulfill'],
  books: ['receipts:read', 'orders:read'],
  catalogue: ['items'],
  'read-only': ['orders:read'],
} as const satisfies Readonly<Record<string, readonly KeyScope[]>>;

export type Role = keyof typeof ROLES;

/** True if a key with this role may call operations of the scope, directly or because another scope includes it. */
export function isInRole(role: Role, scope: KeyScope): boolean {
  return withIncludedScopes(ROLES[role]).includes(scope);
}
