import express, { type Request, Router } from 'express';
import { currentAction } from '../domain/checkout/current-action.js';
import { type BankDecision, decisionKey, SANDBOX_HANDLER, TEST_BANK } from '../domain/payment/test-bank.js';
import { faceOf } from '../domain/shop/face.js';
import type { PaymentNotes } from '../ports.js';
import type { RenderedPage } from './cached-pages.js';
import { formOf } from './checkout/form.js';
import { html } from './html.js';
import { type LinkCaller, type LinkDeps, openLink } from './link-call.js';
import { sendPage, shopPage } from './shop/shop-page.js';

/** Finds the notes of a payment handler. */
export interface HandlerNotes {
  notes(handlerId: string): PaymentNotes;
}

interface TestBankDeps extends LinkDeps {
  readonly payments: HandlerNotes;
}

/** Serves the page on which the buyer of a demo shop confirms a payment, in place of a bank. */
export function testBankRouter({ payments, ...deps }: TestBankDeps): Router {
  const router = Router({ strict: true });
  router.get(`/:token/${TEST_BANK}`, async (request, response) => {
    const link = await openLink(deps, request, 'checkout');
    if (await waitingAttempt(link)) sendPage(response, 200, bankPage(link, request));
    else response.redirect(303, `../${request.params.token}`);
  });
  router.post(`/:token/${TEST_BANK}`, express.urlencoded({ extended: false }), async (request, response) => {
    const link = await openLink(deps, request, 'checkout');
    const attemptId = await waitingAttempt(link);
    const decision: BankDecision = formOf(request.body).result === 'confirmed' ? 'confirmed' : 'rejected';
    if (attemptId !== undefined) await payments.notes(SANDBOX_HANDLER).keepFirst(decisionKey(attemptId), decision);
    response.redirect(303, `../${request.params.token}`);
  });
  return router;
}

/** Returns the id of the attempt that waits for this page. */
async function waitingAttempt(link: LinkCaller): Promise<string | undefined> {
  const attempt = await link.attempt();
  return attempt?.handler_id === SANDBOX_HANDLER && currentAction(attempt) ? attempt.id : undefined;
}

function bankPage({ locale, shop }: LinkCaller, { params }: Request): RenderedPage {
  const { test_bank: texts } = locale.texts;
  const button = (decision: BankDecision, look: string, label: string) =>
    html`<button class="${look}" name="result" value="${decision}">${label}</button>`;
  const body = html`<h1>${texts.title}</h1>
<p class="lead">${texts.text}</p>
<form method="post" action="${TEST_BANK}"><p>${button('confirmed', 'primary', texts.confirm)}</p>
<p>${button('rejected', 'quiet', texts.reject)}</p></form>`;
  const place = { root: '../..', self: `../${params.token}` };
  return shopPage({ locale, place, face: faceOf(shop) }, { title: texts.title, body });
}
