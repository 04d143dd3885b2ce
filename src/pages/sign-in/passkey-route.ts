import type { Request, Response } from 'express';
import type { Person } from '../../domain/person/person.js';
import type { Shop } from '../../domain/shop/shop.js';
import type { SignInDeps } from '../../sign-in/deps.js';
import { relyingPartyOf } from '../../sign-in/passkey-challenge.js';
import { completeByPasskey } from '../../sign-in/passkeys.js';
import type { Locale } from '../../texts/locale.js';
import type { Html } from '../html.js';
import { readForm } from '../read-form.js';
import { clearCookie, ownCookie, setCookie } from './cookies.js';
import { hasFormToken } from './form-token.js';
import { readPasskeyAnswer, usePasskeyForm } from './passkey-form.js';
import { readSession } from './read-session.js';
import { readReturnPath, signInPath } from './return-path.js';

export interface PasskeyRouteDeps extends SignInDeps {
  /** Public base URL of the portal; passkeys belong to its host. */
  publicUrl(): string;
}

interface PasskeyPart {
  /** Value of the browser's cookie. */
  readonly browser: string;
  readonly returnTo: string;
  readonly shopId: string | undefined;
  readonly isConfirming: boolean;
}

/** Renders the form for a passkey on the page of the sign-in; `undefined` where passkeys do not work. */
export function passkeyPart(
  deps: PasskeyRouteDeps,
  locale: Locale,
  { browser, returnTo, shopId, isConfirming }: PasskeyPart,
): Html | undefined {
  const party = relyingPartyOf(deps.publicUrl());
  const hidden = { return: returnTo, shop: shopId, confirm: isConfirming ? '1' : undefined };
  const form = { cookie: browser, at: deps.clock.now(), action: 'sign-in/passkey', hidden, isConfirming };
  return party && usePasskeyForm(deps, locale, { ...form, party });
}

/** Signs in by a passkey. Otherwise leads back to the page of the sign-in, which shows that it failed. */
export async function signInByPasskey(deps: PasskeyRouteDeps, request: Request, response: Response): Promise<void> {
  const form = await readForm(request, response);
  const shop = await findNamedShop(deps, form.shop);
  const returnTo = readReturnPath(form.return, shop?.id);
  const isConfirming = form.confirm !== undefined;
  const person = isConfirming ? (await readSession(deps.store, request, deps.clock.now()))?.person : undefined;
  const token = await usePasskey(deps, request, form, person);
  if (token === undefined) {
    const target = { shopId: shop?.id, returnTo, isConfirming, hasFailed: true };
    response.redirect(303, `../${signInPath(target)}`);
    return;
  }
  setCookie(response, 'session', token);
  clearCookie(response, 'browser');
  response.redirect(303, `../${returnTo}`);
}

function findNamedShop({ store }: SignInDeps, id: string | undefined): Promise<Shop | undefined> | undefined {
  return id === undefined ? undefined : store.read((rows) => rows.get('shop', id));
}

async function usePasskey(
  deps: PasskeyRouteDeps,
  request: Request,
  form: Awaited<ReturnType<typeof readForm>>,
  person: Person | undefined,
): Promise<string | undefined> {
  const party = relyingPartyOf(deps.publicUrl());
  const [browser, session] = [ownCookie(request, 'browser'), ownCookie(request, 'session')];
  if (!party || !hasFormToken(form, browser)) return undefined;
  return completeByPasskey(deps, party, { browser, session }, { ...readPasskeyAnswer(form), only: person?.id });
}
