import type { Request, Response } from 'express';
import type { SignInDeps } from '../../sign-in/deps.js';
import { findSession, type OpenSession } from '../../sign-in/sessions.js';
import { findLocale, type Locale } from '../../texts/locale.js';
import { html } from '../html.js';
import { sendPage } from '../shop/shop-page.js';
import { clearCookie, ownCookie } from '../sign-in/cookies.js';
import { readReturnPath } from '../sign-in/return-path.js';
import { staffPage } from '../staff-page.js';

/** A request to the desk by a person who is signed in. */
export interface Visit extends OpenSession {
  /** Token of the session, which is also the secret of form tokens. */
  readonly token: string;
  readonly locale: Locale;
  /** Root of the portal, relative to the URL in the browser. */
  readonly root: string;
}

/** Returns the root of the portal, relative to the path of a request. */
export function rootOf({ path }: Pick<Request, 'path'>): string {
  const depth = path.split('/').length - 2;
  return depth === 0 ? '.' : Array<string>(depth).fill('..').join('/');
}

/** True if a link of another site, such as a mail program, led to the page: browsers then send no strict cookies. */
function comesFromElsewhere({ method, headers }: Request): boolean {
  return method === 'GET' && headers['sec-fetch-site'] === 'cross-site';
}

/** Makes the browser request the same page once more, from this site, so that it sends its cookies. */
function sendArrival(request: Request, response: Response): void {
  const locale = findLocale(request.headers['accept-language'], 'en');
  const { title } = locale.texts.desk;
  const next = `./${request.originalUrl.split('?', 1)[0]?.split('/').at(-1)}${request.originalUrl.replace(/^[^?]*/, '')}`;
  const body = html`<h1>${title}</h1>
<p><a href="${next}">${title}</a></p>`;
  sendPage(response, 200, staffPage(locale, rootOf(request), { title, body, next }));
}

/**
 * Returns the visit of a request. Without a session it responds with a redirect to the sign-in, which leads back to this
 * page, and returns `undefined`.
 */
export async function openVisit(
  { store, clock }: SignInDeps,
  request: Request,
  response: Response,
): Promise<Visit | undefined> {
  const root = rootOf(request);
  const token = ownCookie(request, 'session');
  const found = token === undefined ? undefined : await store.read((rows) => findSession(rows, token, clock.now()));
  if (token !== undefined && found) {
    const locale = findLocale(request.headers['accept-language'], 'en');
    return { ...found, token, locale, root };
  }
  if (token !== undefined) clearCookie(response, 'session');
  else if (comesFromElsewhere(request)) {
    sendArrival(request, response);
    return undefined;
  }
  const here = request.method === 'GET' ? request.originalUrl.slice(1) : undefined;
  response.redirect(303, `${root}/sign-in?return=${encodeURIComponent(readReturnPath(here))}`);
  return undefined;
}
