import { onTestFinished } from 'vitest';
import { makeSandboxCard } from '../../../src/payments/handlers/sandbox-card.js';
import type { Clock, PaymentHandler } from '../../../src/ports.js';
import { Merchant } from '../../actors/merchant.js';
import { complete, inShort, type Purchase } from '../../actors/purchase.js';
import { type Shopper, shopper } from '../../actors/shopper.js';
import { type Answered, startPortal, type TestPortal } from '../../support/portal.js';

/** The demo's item with a single unit left. */
export const LAST_ONE = 'copper-saucepan';
export const MUG = 'enamel-mug';

/** A shop used only by the running test. */
export interface Shop<Handler extends PaymentHandler> {
  readonly portal: TestPortal;
  readonly merchant: Merchant;
  readonly handler: Handler;
  buyer(name: string): Shopper;
  /** Lists all orders of the shop. */
  orders(): Promise<Answered['json']>;
}

/** Opens the demo shop with a payment handler that replaces `invoice`. */
export async function openShop<Handler extends PaymentHandler>(
  handler: Handler,
  clock?: Clock,
): Promise<Shop<Handler>> {
  const portal = await startPortal({ handlers: [handler, makeSandboxCard()], ...(clock && { clock }) });
  onTestFinished(() => portal.close());
  return {
    portal,
    handler,
    merchant: new Merchant(portal),
    buyer: (name) => shopper(portal, { buyer: name }),
    orders: async () => (await shopper(portal).ok('list_orders', {})).data,
  };
}

/** Completes the cart, expecting the total in `cart`. Returns the response in short form. */
export async function pay(cart: Purchase): Promise<string> {
  return inShort(await complete(cart));
}
