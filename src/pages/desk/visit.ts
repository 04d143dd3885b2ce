import type { Request, Response } from 'express';
import type { Shop } from '../../domain/shop/shop.js';
import { once } from '../../domain/values/once.js';
import { faultFields, type Log } from '../../log.js';
import type { SignInDeps } from '../../sign-in/deps.js';
import { confirmRoles, type OpenSession, touchSession } from '../../sign-in/sessions.js';
import { findLocale, type Locale } from '../../texts/locale.js';
import type { Html } from '../html.js';
import { isArrival, sendArrival } from '../sign-in/arrival.js';
import { clearCookie, ownCookie } from '../sign-in/cookies.js';
import { formTokenField } from '../sign-in/form-token.js';
import { readSession } from '../sign-in/read-session.js';
import { readReturnPath, signInPath } from '../sign-in/return-path.js';

/** A request to the desk, or to an account in a shop, by a person who is signed in. */
export interface Visit extends OpenSession {
  /** Token of the session, which is also the secret of form tokens. */
  readonly token: string;
  /** Renders the hidden field that all forms of the response share. */
  tokenField(): Html;
  readonly locale: Locale;
  /** Root of the portal, relative to the URL in the browser. */
  readonly root: string;
}

/** Returns the root of the portal, relative to the path of a request. */
export function rootOf({ path }: Pick<Request, 'path'>): string {
  const depth = path.split('/').length - 2;
  return depth === 0 ? '.' : Array<string>(depth).fill('..').join('/');
}

/**
 * Returns the visit of a request. Without a session it responds with a redirect to the sign-in, which leads back to this
 * page, and returns `undefined`. With `shop`, it is a visit to the account in this shop.
 */
export async function openVisit(
  deps: SignInDeps,
  request: Request,
  response: Response,
  shop?: Shop,
): Promise<Visit | undefined> {
  const root = rootOf(request);
  const token = ownCookie(request, 'session');
  const found = await readSession(deps.store, request, deps.clock.now());
  if (token !== undefined && found) {
    const locale = findLocale(request.headers['accept-language'], shop?.settings.language ?? 'en');
    return { ...found, token, tokenField: once(() => formTokenField(token)), locale, root };
  }
  if (token !== undefined) clearCookie(response, 'session');
  else if (isArrival(request)) {
    sendArrival(request, response, root, shop);
    return undefined;
  }
  const here = request.method === 'GET' ? request.originalUrl.slice(1) : undefined;
  const returnTo = readReturnPath(here, shop?.id);
  response.redirect(303, `${root}/${signInPath({ shopId: shop?.id, returnTo })}`);
  return undefined;
}

/** Like `openVisit`, for the pages of the desk. The visit confirms the person's roles. */
export async function openDeskVisit(
  deps: SignInDeps,
  request: Request,
  response: Response,
): Promise<Visit | undefined> {
  const visit = await openVisit(deps, request, response);
  return visit && { ...visit, roles: await confirmRoles(deps, visit.roles) };
}

/** Records in the background that the session of a visit was used. */
export function touch(deps: SignInDeps & { readonly log: Log }, visit: Visit): void {
  touchSession(deps, visit).catch((error: unknown) => deps.log.warn('last_use', faultFields(error)));
}
