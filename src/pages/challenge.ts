import { type Request, Router } from 'express';
import { currentAction } from '../domain/checkout/current-action.js';
import { faceOf } from '../domain/shop/face.js';
import type { RenderedPage } from './cached-pages.js';
import { actionPart } from './checkout/open-payment-page.js';
import { type PublicAccounts, paymentClients } from './checkout/payment-clients.js';
import { type Read, readCheckout } from './checkout/read.js';
import { html } from './html.js';
import { type LinkCaller, type LinkDeps, openLink } from './link-call.js';
import { sendPage, shopPage } from './shop/shop-page.js';

interface ChallengeDeps extends LinkDeps {
  readonly payments: PublicAccounts;
}

/**
 * Serves the page that a UCP platform shows in a frame while a payment waits for the buyer (UCP, Payment Authentication).
 * Its script shows the work once the platform has accepted the version.
 */
export function challengeRouter(deps: ChallengeDeps): Router {
  const router = Router({ strict: true });
  router.get('/:token/challenge/:version/:action', async (request, response) => {
    const link = await openLink(deps, request, 'checkout');
    const read = await readCheckout(link);
    const clients = await paymentClients(read, link.shop, deps.payments);
    const client = clients.get(read.attempt?.handler_id ?? '');
    sendPage(response, 200, challengePage(link, request, read, client));
  });
  return router;
}

function challengePage(
  { locale, shop }: LinkCaller,
  { params }: Request,
  { attempt }: Read,
  client: Parameters<typeof actionPart>[1],
): RenderedPage {
  const { states } = locale.texts;
  const current = attempt && currentAction(attempt);
  const action = current?.id === params.action ? current : undefined;
  const work = action && actionPart(locale, client, action, 'window');
  const shown = { locale, place: { root: '../../../..', self: '' }, face: faceOf(shop) };
  const body = html`<div data-challenge="${String(params.action)}" data-version="${String(params.version)}"${!work && html` data-over`}>
<h1>${states.confirm}</h1>
${work ? html`<template>${work}</template>` : html`<p class="lead">${states.confirm_over}</p>`}
</div>`;
  return shopPage(shown, { title: states.confirm, body, isFramed: true, ...(client && { clients: [client] }) });
}
