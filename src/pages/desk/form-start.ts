import { randomUUID } from 'node:crypto';
import { type Html, html } from '../html.js';
import type { ShopVisit } from './shop-visit.js';

/** Renders the hidden fields of a form: its token, the name of this sending, and the version that the person sees. */
export function formStart({ tokenField }: Pick<ShopVisit, 'tokenField'>, version?: number): Html {
  return html`${tokenField()}<input type="hidden" name="request" value="${randomUUID()}">${version !== undefined && html`<input type="hidden" name="version" value="${version}">`}`;
}
