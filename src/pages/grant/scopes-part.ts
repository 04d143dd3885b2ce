import type { Locale } from '../../texts/locale.js';
import { type Html, html } from '../html.js';

/** Scopes that a person can grant, in the order of the pages. */
export const GRANT_SCOPES = ['commerce', 'receipts:write', 'receipts:read'] as const;
export type GrantScope = (typeof GRANT_SCOPES)[number];

/** Renders in plain words what an assistant may do. */
export function scopesPart(scopes: readonly string[], { texts: { grant } }: Locale): Html {
  const words: Readonly<Record<GrantScope, string>> = {
    commerce: grant.commerce,
    'receipts:write': grant.receipts_write,
    'receipts:read': grant.receipts_read,
  };
  const shown = GRANT_SCOPES.filter((scope) => scopes.includes(scope));
  return html`<ul class="bullets">${shown.map((scope) => html`<li>${words[scope]}</li>`)}</ul>`;
}
