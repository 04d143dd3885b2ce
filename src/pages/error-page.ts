import type { Request, Response } from 'express';
import { findLocale } from '../texts/locale.js';
import { html } from './html.js';
import { sendPage, shopPage } from './shop/shop-page.js';

/** Responds with an error page in the language of the browser. `root` is the portal's root, relative to the request. */
export function sendErrorPage(
  request: Request,
  response: Response,
  { status, root }: { readonly status: number; readonly root: string },
): void {
  const locale = findLocale(request.headers['accept-language'], 'en');
  const { states } = locale.texts;
  const [title, text] =
    status === 404 ? [states.not_found, states.not_found_text] : [states.not_now, states.not_now_text];
  const body = html`<h1>${title}</h1>
<p class="lead">${text}</p>`;
  sendPage(response, status, shopPage({ locale, place: { root, self: '' } }, { title, body }));
}

/** Responds with 404 to a browser that has requested a path that does not exist. */
export function sendNotFoundPage(request: Request, response: Response): void {
  const depth = request.path.split('/').length - 2;
  sendErrorPage(request, response, { status: 404, root: ['.', ...Array<string>(depth).fill('..')].join('/') });
}
