import type { LinkedScope } from '../../domain/tenant/linked-scopes.js';
import type { Locale } from '../../texts/locale.js';
import { type Html, html } from '../html.js';

/** Scopes that a person can grant at an MCP endpoint, in the order of the pages. */
export const GRANT_SCOPES = ['commerce', 'receipts:write', 'receipts:read'] as const;
export type GrantScope = (typeof GRANT_SCOPES)[number];

/** Renders in plain words what an assistant may do. */
export function scopesPart(scopes: readonly string[], { texts: { grant } }: Locale): Html {
  const words: Readonly<Record<GrantScope | LinkedScope, string>> = {
    commerce: grant.commerce,
    'receipts:write': grant.receipts_write,
    'receipts:read': grant.receipts_read,
    'dev.ucp.shopping.checkout:manage': grant.linked_checkout,
    'ucp:scopes:checkout_session': grant.linked_checkout,
    'dev.ucp.shopping.cart:manage': grant.linked_cart,
    'dev.ucp.shopping.order:read': grant.linked_orders,
  };
  const shown = Object.entries(words).flatMap(([scope, text]) => (scopes.includes(scope) ? [text] : []));
  return html`<ul class="bullets">${[...new Set(shown)].map((text) => html`<li>${text}</li>`)}</ul>`;
}
