import type { ErasureReport } from '../../schema/privacy.js';
import { type Html, html } from '../html.js';
import type { AccountVisit } from './account-visit.js';

/** Renders the download of the person's data, and the form that erases them. */
export function dataPart({ locale: { texts }, tokenField, home }: AccountVisit): Html {
  const { account } = texts;
  return html`<h2>${account.data}</h2>
<p>${account.data_text}</p>
<p><a href="${home}/data" download>${account.download}</a></p>
<details><summary>${account.erase}</summary>
<p>${account.erase_text}</p>
<form method="post" action="${home}/erase">${tokenField()}<p><button class="quiet">${account.erase_button}</button></p></form></details>`;
}

/** Renders what an erasure removed, and what it kept. */
export function erasedPart({ locale: { texts } }: AccountVisit, report: ErasureReport): Html {
  const { account, order } = texts;
  const { orders_erased, carts_erased, orders_kept } = report;
  return html`<h1>${account.erased}</h1>
<ul class="bullets"><li>${account.erased_orders(orders_erased)}</li><li>${account.erased_carts(carts_erased)}</li></ul>
${
  orders_kept.length > 0 &&
  html`<p>${account.kept}</p>
<ul class="bullets">${orders_kept.map(({ display_id }) => html`<li>${order.title(display_id)}</li>`)}</ul>`
}`;
}
