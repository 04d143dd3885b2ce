import type { Response } from 'express';
import { type Html, html } from '../html.js';
import { sendCompressed } from '../send-compressed.js';
import { sendPage } from '../shop/shop-page.js';
import { passkeysPath } from '../sign-in/return-path.js';
import { staffPage } from '../staff-page.js';
import { visibleSections } from './access/sections.js';
import type { ShopVisit } from './shop-visit.js';
import type { Visit } from './visit.js';

/** Pages of a shop's desk that the header links to. */
export type DeskSection = 'today' | 'orders' | 'items' | 'receipts' | 'settings' | 'access';

interface DeskPage {
  readonly title: string;
  readonly body: Html;
  readonly section?: DeskSection;
  /** True if it shows another page of the portal in a frame. */
  readonly hasFrame?: boolean;
  /**
   * True if the page shows a secret, such as the link of a buyer. It is not compressed, since the length would tell what
   * the secret has in common with texts of buyers and agents.
   */
  readonly hasSecret?: boolean;
}

/** Sends a page of a shop's desk. */
export function sendDeskPage(response: Response, status: number, visit: ShopVisit, page: DeskPage): void {
  const { locale, root, face } = visit;
  const title = `${page.title} · ${face.name}`;
  const header = html`${shopPart(visit, page.section)}${personPart(visit)}`;
  const { body, hasFrame = false, hasSecret = false } = page;
  const send = hasSecret ? sendPage : sendCompressed;
  send(response, status, staffPage(locale, root, { title, header, body, hasFrame, isWide: true }));
}

function shopPart(visit: ShopVisit, section: DeskSection | undefined): Html {
  const { locale, root, shopId, face, may } = visit;
  const { desk, desk_work } = locale.texts;
  const link = (name: DeskSection, text: string, path: string) =>
    html`<a href="${root}/desk/${shopId}${path}"${section === name && html` aria-current="page"`}>${text}</a>`;
  const [access] = visibleSections(visit);
  return html`<span class="name">${face.name}</span>
<nav aria-label="${desk.pages}">${link('today', desk.today, '')}${may('orders:read') && link('orders', desk.orders, '/orders')}${
    may('items') && link('items', desk.items, '/items')
  }${visit.seesOrganization && may('receipts:read') && link('receipts', desk_work.receipts.title, '/receipts')}${
    access !== undefined && link('access', desk.access.title, `/access/${access}`)
  }${may('shops') && link('settings', desk_work.settings.title, '/settings/general')}<a href="${root}/desk/${shopId}/notices">${desk.my_notices}</a><a href="${root}/desk">${desk.other_shops}</a></nav>`;
}

/** Renders who is signed in, and how to end that. */
export function personPart({ locale: { texts }, person, tokenField, root }: Visit): Html {
  const { desk } = texts;
  return html`<form method="post" class="who">${tokenField()}<span>${person.email}</span> <a href="${root}/${passkeysPath(undefined)}">${texts.sign_in.passkeys}</a>
<button class="quiet" formaction="${root}/desk/sign-out">${desk.sign_out}</button>
<button class="quiet" formaction="${root}/desk/sign-out-everywhere">${desk.sign_out_everywhere}</button></form>`;
}
