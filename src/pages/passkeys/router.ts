import { type Request, type Response, Router } from 'express';
import { isRecentSignIn } from '../../domain/person/session.js';
import type { Shop } from '../../domain/shop/shop.js';
import type { Log } from '../../log.js';
import { passkeyName } from '../../schema/passkey.js';
import { relyingPartyOf } from '../../sign-in/passkey-challenge.js';
import { addPasskey, removePasskey, renamePasskey } from '../../sign-in/passkeys.js';
import type { Form } from '../checkout/form.js';
import { openVisit, rootOf, touch } from '../desk/visit.js';
import { sendErrorsAsPages } from '../error-handler.js';
import { sendErrorPage } from '../error-page.js';
import { personPage } from '../person-page.js';
import { queryOf } from '../query.js';
import { readForm } from '../read-form.js';
import { sendPage } from '../shop/shop-page.js';
import { hasFormToken } from '../sign-in/form-token.js';
import { readPasskeyAnswer } from '../sign-in/passkey-form.js';
import type { PasskeyRouteDeps } from '../sign-in/passkey-route.js';
import { passkeysPath, signInPath } from '../sign-in/return-path.js';
import { staffPage } from '../staff-page.js';
import { type PasskeyVisit, passkeysBody } from './passkeys-page.js';

export interface PasskeyDeps extends PasskeyRouteDeps {
  readonly log: Log;
}

type Problem = 'passkey_failed' | 'outdated' | 'name';

/**
 * Serves the page on which people add, name and remove their passkeys. Passkeys are optional: mail works as before. Only
 * the person's own passkeys can be reached, even if a form names others.
 */
export function passkeyRouter(deps: PasskeyDeps): Router {
  const router = Router({ strict: true });
  router.get('/passkeys', async (request, response) => {
    const visit = await openPasskeyVisit(deps, request, response);
    if (!visit) return;
    touch(deps, visit);
    await sendPasskeys(deps, visit, response, 200);
  });
  router.post('/passkeys', (request, response) =>
    onForm(deps, request, response, (visit, form) => add(deps, visit, form, response)),
  );
  router.post('/passkeys/rename', (request, response) =>
    onForm(deps, request, response, async (visit, form) => {
      const name = passkeyName.safeParse(form.name).data;
      if (name === undefined) return sendPasskeys(deps, visit, response, 400, 'name');
      await renamePasskey(deps, visit, form.passkey ?? '', name);
      redirectBack(visit, response);
    }),
  );
  router.post('/passkeys/remove', (request, response) =>
    onForm(deps, request, response, async (visit, form) => {
      if (!isRecentSignIn(visit.session, visit.now)) return confirmFirst(visit, response);
      await removePasskey(deps, visit, form.passkey ?? '');
      redirectBack(visit, response);
    }),
  );
  router.use(
    '/passkeys',
    sendErrorsAsPages(deps.log, ({ status }, request, response) =>
      sendErrorPage(request, response, { status, root: rootOf({ path: request.baseUrl + request.path }) }),
    ),
  );
  return router;
}

/** Opens the visit in the design of the shop that the query names, otherwise of the desk. */
async function openPasskeyVisit(
  deps: PasskeyDeps,
  request: Request,
  response: Response,
): Promise<PasskeyVisit | undefined> {
  const named = queryOf(request).get('shop');
  const shop: Shop | undefined = named === null ? undefined : await deps.store.read((rows) => rows.get('shop', named));
  const visit = await openVisit(deps, request, response, shop);
  return visit && { ...visit, shop };
}

/** Runs the work of a form, provided that our own page sent it. */
async function onForm(
  deps: PasskeyDeps,
  request: Request,
  response: Response,
  run: (visit: PasskeyVisit, form: Form) => Promise<void> | void,
): Promise<void> {
  const visit = await openPasskeyVisit(deps, request, response);
  if (!visit) return;
  const form = await readForm(request, response);
  if (hasFormToken(form, visit.token)) await run(visit, form);
  else await sendPasskeys(deps, visit, response, 403, 'outdated');
}

async function add(deps: PasskeyDeps, visit: PasskeyVisit, form: Form, response: Response): Promise<void> {
  if (!isRecentSignIn(visit.session, visit.now)) return confirmFirst(visit, response);
  const name = passkeyName.safeParse(form.name).data;
  if (name === undefined) return sendPasskeys(deps, visit, response, 400, 'name');
  const party = relyingPartyOf(deps.publicUrl());
  const isAdded = party !== undefined && (await addPasskey(deps, party, visit, { ...readPasskeyAnswer(form), name }));
  if (isAdded) redirectBack(visit, response);
  else await sendPasskeys(deps, visit, response, 400, 'passkey_failed');
}

async function sendPasskeys(
  deps: PasskeyDeps,
  visit: PasskeyVisit,
  response: Response,
  status: number,
  problem?: Problem,
): Promise<void> {
  const { locale, root, shop, person } = visit;
  const { sign_in, account, errors } = locale.texts;
  const problemText = { passkey_failed: sign_in.passkey_failed, outdated: account.outdated, name: errors.not_valid };
  const known = await deps.store.read((rows) => rows.find('passkeysOf', person.id));
  const shown = { known, party: relyingPartyOf(deps.publicUrl()), problem: problem && problemText[problem] };
  const page = { title: sign_in.passkeys, body: passkeysBody(deps, visit, shown), hasPasskeys: true };
  const place = { root, self: `${root}/${passkeysPath(shop?.id)}` };
  sendPage(response, status, shop ? personPage(locale, place, shop, page) : staffPage(locale, root, page));
}

function redirectBack({ root, shop }: PasskeyVisit, response: Response): void {
  response.redirect(303, `${root}/${passkeysPath(shop?.id)}`);
}

/** Leads to another sign-in for the same person, and then back. */
function confirmFirst({ root, shop }: PasskeyVisit, response: Response): void {
  const target = { shopId: shop?.id, returnTo: passkeysPath(shop?.id), isConfirming: true };
  response.redirect(303, `${root}/${signInPath(target)}`);
}
