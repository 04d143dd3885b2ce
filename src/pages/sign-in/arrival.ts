import type { Request, Response } from 'express';
import type { Shop } from '../../domain/shop/shop.js';
import { findLocale } from '../../texts/locale.js';
import { html } from '../html.js';
import { personPage } from '../person-page.js';
import { sendPage } from '../shop/shop-page.js';
import { staffPage } from '../staff-page.js';
import { ownCookie } from './cookies.js';

/**
 * True if a link of another site, such as a mail program, led to the page, and no session was sent: browsers then send
 * no strict cookies.
 */
export function isArrival(request: Request): boolean {
  const { method, headers } = request;
  return method === 'GET' && headers['sec-fetch-site'] === 'cross-site' && ownCookie(request, 'session') === undefined;
}

/**
 * Makes the browser request the same page once more, from this site, so that it sends its cookies.
 * @param root root of the portal, relative to the page
 * @param shop shop whose design the page has; `undefined` for a page of the portal
 */
export function sendArrival(request: Request, response: Response, root: string, shop?: Shop): void {
  const locale = findLocale(request.headers['accept-language'], shop?.settings.language ?? 'en');
  const title = locale.texts.sign_in.arriving;
  const next = `./${request.originalUrl.split('?', 1)[0]?.split('/').at(-1)}${request.originalUrl.replace(/^[^?]*/, '')}`;
  const body = html`<h1>${title}</h1>
<p><a href="${next}">${locale.texts.sign_in.go_on}</a></p>`;
  const page = { title, body, next };
  sendPage(response, 200, shop ? personPage(locale, { root, self: next }, shop, page) : staffPage(locale, root, page));
}
