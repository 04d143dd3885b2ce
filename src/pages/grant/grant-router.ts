import { type Request, type RequestHandler, Router } from 'express';
import { PortalError } from '../../domain/errors/portal-error.js';
import { required } from '../../domain/values/required.js';
import { ANY_ORDER } from '../../lists/any-order.js';
import { summaryEntries } from '../../operations/order/order-entries.js';
import { buildRevocation } from '../../operations/tenancy/key-writes.js';
import type { Clock, Ids, Store } from '../../ports.js';
import { readSpent } from '../../records/spending.js';
import type { Links } from '../../view/links.js';
import { sendPage } from '../shop/shop-page.js';
import { openGrantToken } from './grant-link.js';
import { grantPage } from './grant-page.js';

interface GrantPageDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly links: Links;
  readonly openLimit: RequestHandler;
}

/** Maximum orders on the page, newest first. */
const MAX_ORDERS = 50;

/** Serves the page on which a person sees what an assistant bought, and ends the connection. */
export function grantRouter(deps: GrantPageDeps): Router {
  const { store, clock, ids, openLimit } = deps;
  const router = Router({ strict: true });
  router.use('/grants', openLimit);
  router.get('/grants/:token', async (request, response) => {
    sendPage(response, 200, grantPage(await readGrant(deps, request)));
  });
  router.post('/grants/:token/end', async (request, response) => {
    const { key, token } = await readGrant(deps, request);
    await store.update((rows) => {
      const by = { ids, actor: `link:${key.id}`, now: clock.now() };
      return { writes: buildRevocation(rows, by, key.id).writes, result: undefined };
    }, key.organization_id);
    response.redirect(303, `../${token}`);
  });
  return router;
}

/** @throws PortalError `not_found` for a forged link */
async function readGrant({ store, clock, links }: GrantPageDeps, request: Request) {
  const token = String(request.params.token);
  const id = openGrantToken(store.secret('oauth'), token);
  const now = clock.now();
  const found = await store.read((rows) => {
    const key = id === undefined ? undefined : rows.get('api_key', id);
    if (!key?.grant || key.deployment_id === null) return undefined;
    const deployment = required(rows.get('deployment', key.deployment_id), 'deployment');
    const shop = required(rows.get('shop', deployment.shop_id), 'shop');
    return { key, grant: key.grant, shop, deployment_id: deployment.id, spent: readSpent(rows, key, now) };
  });
  if (!found) throw new PortalError('not_found', 'There is no such page.');
  const { deployment_id, ...shown } = found;
  const filter = { deployment_id, buyer_id: found.key.id, ...ANY_ORDER };
  const { entries } = await store.list('orders', filter, undefined, MAX_ORDERS);
  const orders = entries.map(summaryEntries(found.shop, links).view);
  return { ...shown, orders, token, now, acceptLanguage: request.headers['accept-language'] };
}
