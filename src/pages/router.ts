import { type Request, type Response, Router } from 'express';
import type { z } from 'zod';
import { PortalError } from '../domain/errors.js';
import type { Caller } from '../domain/tenant.js';
import { getCheckout } from '../operations/checkout/get-checkout.js';
import type { Operation } from '../operations/define.js';
import type { Invoke } from '../operations/invoke.js';
import { getOrder } from '../operations/order/get-order.js';
import type { Clock, Store } from '../ports.js';
import { checkoutF } from '../schema/checkout.js';
import { order } from '../schema/order.js';
import { dataOf } from '../schema/primitives.js';
import type { LinkKind, Links } from '../view/links.js';
import { checkoutPage } from './checkout-page.js';
import { docsPage } from './docs-page.js';
import type { Html } from './html.js';
import { PAGE_HEADERS, page } from './layout.js';
import { messagePage, orderPage } from './order-page.js';

export interface PageDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly links: Links;
  readonly invoke: Invoke;
  readonly operations: readonly Operation[];
}

/** What the buyer sees behind `continue_url` and `permalink_url`; the pages call the operations like every surface. */
export function pagesRouter(deps: PageDeps): Router {
  const router = Router();
  const docs = docsPage(deps.operations);
  router.get('/docs', (_request, response) => send(response, 200, 'API', docs));
  router.get('/checkout/:token', async (request, response) => {
    const { body } = await linked(deps, request, 'checkout', getCheckout, 'checkout_id', dataOf(checkoutF));
    send(response, 200, 'Your checkout', checkoutPage(body.data), body.data.context.language);
  });
  router.get('/orders/:token', async (request, response) => {
    const { body, timeZone } = await linked(deps, request, 'order', getOrder, 'order_id', dataOf(order));
    send(response, 200, `Order ${body.data.display_id}`, orderPage(body.data, timeZone));
  });
  router.use(
    ['/checkout', '/orders'],
    (error: unknown, _request: Request, response: Response, next: (error: unknown) => void) => {
      if (!(error instanceof PortalError) || error.status !== 404) next(error);
      else
        send(
          response,
          404,
          'Not found',
          messagePage('This link does not work', 'It is mistyped or too old. Ask for a new one.'),
        );
    },
  );
  return router;
}

/** Runs a read as the buyer whose link this is: that one object, and nothing else of the deployment. */
async function linked<Schema extends z.ZodType>(
  { store, clock, links, invoke }: PageDeps,
  request: Request,
  kind: LinkKind,
  operation: Operation,
  member: string,
  schema: Schema,
): Promise<{ readonly body: z.output<Schema>; readonly timeZone: string }> {
  const id = links.open(kind, String(request.params.token), clock.now());
  const caller =
    id === undefined
      ? undefined
      : await store.read((rows) => linkCaller(rows.get(kind, id), id, (key) => rows.get('deployment', key)));
  if (id === undefined || !caller) throw new PortalError('not_found', 'There is no such page.');
  const { answer } = await invoke(operation, {
    authenticate: async () => caller,
    readInput: async () => ({ [member]: id }),
    acceptLanguage: request.headers['accept-language'],
  });
  const shop = await store.read((rows) => rows.get('shop', caller.deployment?.shop_id ?? ''));
  return { body: schema.parse(answer.body), timeZone: shop?.settings.time_zone ?? 'UTC' };
}

function linkCaller(
  row: { readonly deployment_id: string } | undefined,
  id: string,
  deploymentOf: (key: string) => Caller['deployment'] | undefined,
): Caller | undefined {
  const deployment = row && deploymentOf(row.deployment_id);
  if (!deployment) return undefined;
  const { organization_id } = deployment;
  return { id: `link:${id}`, scopes: new Set(['commerce']), organization_id, deployment, buyer_id: null, only_id: id };
}

function send(response: Response, status: number, title: string, body: Html, language?: string): void {
  response
    .status(status)
    .set(PAGE_HEADERS)
    .send(page(title, body, language));
}
