import { type Request, type Response, Router } from 'express';
import { faultFields, type Log } from '../../log.js';
import type { Store } from '../../ports.js';
import type { SignInDeps } from '../../sign-in/deps.js';
import { endAllSessions, endSession, touchSession } from '../../sign-in/sessions.js';
import { type Html, html } from '../html.js';
import { readForm } from '../read-form.js';
import { sendPage } from '../shop/shop-page.js';
import { clearCookie } from '../sign-in/cookies.js';
import { formTokenField, hasFormToken } from '../sign-in/form-token.js';
import { staffPage } from '../staff-page.js';
import { openVisit, type Visit } from './visit.js';

export interface DeskDeps extends SignInDeps {
  readonly store: SignInDeps['store'] & Pick<Store, 'list'>;
  readonly log: Log;
}

/** Serves the desk: pages on which a shop's staff work. */
export function deskRouter(deps: DeskDeps): Router {
  const router = Router({ strict: true });
  router.get('/desk', async (request, response) => {
    const visit = await openVisit(deps, request, response);
    if (!visit) return;
    touchSession(deps, visit).catch((error: unknown) => deps.log.warn('last_use', faultFields(error)));
    const shops = await readShops(deps, visit);
    const { desk } = visit.locale.texts;
    const page = { title: desk.title, header: headerPart(visit), body: choicePart(visit, shops) };
    sendPage(response, 200, staffPage(visit.locale, visit.root, page));
  });
  router.post('/desk/sign-out', (request, response) =>
    signOut(deps, request, response, ({ token }, visit) => endSession(deps, token, visit)),
  );
  router.post('/desk/sign-out-everywhere', (request, response) =>
    signOut(deps, request, response, (_own, visit) => endAllSessions(deps, visit)),
  );
  return router;
}

async function signOut(
  deps: DeskDeps,
  request: Request,
  response: Response,
  end: (own: Pick<Visit, 'token'>, visit: Visit) => Promise<void>,
): Promise<void> {
  const visit = await openVisit(deps, request, response);
  if (!visit) return;
  if (!hasFormToken(await readForm(request, response), visit.token)) return response.redirect(303, '../desk');
  await end(visit, visit);
  clearCookie(response, 'session');
  response.redirect(303, '../sign-in');
}

interface OwnShop {
  readonly id: string;
  readonly name: string;
}

/** Reads the shops in which the person has a role, by organization. */
async function readShops({ store }: DeskDeps, { roles }: Visit): Promise<readonly OwnShop[]> {
  const found: OwnShop[] = [];
  for (const { organization_id, shops } of roles) {
    const { entries } = await store.list('shops', { organization_id }, undefined, MAX_SHOPS);
    found.push(...entries.filter(({ id }) => shops === null || shops.includes(id)));
  }
  return found.map(({ id, name }) => ({ id, name }));
}

const MAX_SHOPS = 1_000;

function choicePart({ locale: { texts }, person }: Visit, shops: readonly OwnShop[]): Html {
  const { desk } = texts;
  if (shops.length === 0) return html`<h1>${desk.no_role}</h1><p class="lead">${desk.no_role_text(person.email)}</p>`;
  return html`<h1>${desk.choose}</h1>
<ul class="shops">${shops.map(({ id, name }) => html`<li><a href="desk/${id}">${name}</a></li>`)}</ul>`;
}

/** Renders the header: who is signed in, and how to end that. */
export function headerPart({ locale: { texts }, person, token, root }: Visit): Html {
  const { desk } = texts;
  return html`<a class="name" href="${root}/desk">${desk.title}</a>
<form method="post" class="who">${formTokenField(token)}<span>${person.email}</span>
<button class="quiet" formaction="${root}/desk/sign-out">${desk.sign_out}</button>
<button class="quiet" formaction="${root}/desk/sign-out-everywhere">${desk.sign_out_everywhere}</button></form>`;
}
