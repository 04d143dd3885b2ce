import type { Players } from '../../../src/docs/furnish.js';
import { OPERATIONS } from '../../../src/operations/index.js';
import { insertWrite } from '../../../src/ports.js';
import { generateKeyPair } from '../../../src/receipts.js';
import { systemIds } from '../../../src/system.js';
import { type Args, type RegistryCaller, registryCaller } from '../../actors/registry-caller.js';
import { CARD, totalOf } from '../../actors/shopper.js';
import { ORGANIZATION_SCOPES } from '../../contract/portal-api.js';
import type { TestPortal } from '../../support/portal.js';
import { addAbandonedCart, addGrant, anotherKey, fullKey } from '../../support/tenants.js';

/** True if an operation requires an organization's key. */
export function isManaged(operation: string): boolean {
  const scope = OPERATIONS.find(({ name }) => name === operation)?.scope ?? '';
  return ORGANIZATION_SCOPES.includes(scope);
}

/** Payments by card and by invoice; an invoice is still due when the order is stored. */
export const BY_CARD = { instruments: [CARD] };
export const BY_INVOICE = { instruments: [{ id: 'i', handler_id: 'invoice' }] };

/** A portal with two callers: a buyer with the scopes `commerce` and `fulfillment`, and the organization. */
export class Stage implements Players {
  /** Replaced by another portal on the same file if the first was closed. */
  portal: TestPortal;
  readonly by: RegistryCaller;
  readonly merchant: RegistryCaller;

  private constructor(portal: TestPortal, key: string, managing: string, buyer: string) {
    this.portal = portal;
    this.by = registryCaller(() => this.portal.url, key, buyer);
    this.merchant = registryCaller(() => this.portal.url, managing);
  }

  static async open(portal: TestPortal, buyer: string): Promise<Stage> {
    const { key } = await anotherKey(portal, 'deployment', { scopes: ['commerce', 'fulfillment'] });
    return new Stage(portal, key, await fullKey(portal, 'organization'), buyer);
  }

  readonly buyer: Players['buyer'] = (operation, args) => bodyOf(this.by, operation, args);
  readonly owner: Players['owner'] = (operation, args) => bodyOf(this.merchant, operation, args);
  readonly newKeyPair = generateKeyPair;
  readonly now = Date.now;
  readonly newGrant = (): Promise<string> => addGrant(this.portal, this.portal.demo.deployment_id);
  readonly leaveCart = async (): Promise<void> => {
    await addAbandonedCart(this.portal, this.portal.demo.deployment_id, 'enamel-mug');
  };

  /** Returns the caller that may call the operation. */
  callerOf(operation: string): RegistryCaller {
    return isManaged(operation) ? this.merchant : this.by;
  }

  /** Cancels the buyer's current cart and creates another. Returns its id. */
  async emptyCart(): Promise<string> {
    const current = await this.by.ok('get_cart', {});
    await this.by.ok('cancel_checkout', { checkout_id: current.id });
    return (await this.by.ok('get_cart', {})).id;
  }

  /** Creates a cart with two mugs as line `mug`. Returns its id. */
  async cart(): Promise<string> {
    const checkout_id = await this.emptyCart();
    const line_items = [{ item: { id: 'enamel-mug' }, quantity: 2, id: 'mug' }];
    await this.by.ok('add_line_items', { checkout_id, line_items });
    return checkout_id;
  }

  async readyCart(): Promise<{ readonly checkout_id: string; readonly expected_total: number }> {
    const checkout_id = await this.cart();
    await this.by.ok('set_buyer', { checkout_id, buyer: { email: 'ada@example.com' } });
    const cart = await this.by.ok('select_fulfillment', { checkout_id, selected_option_id: 'pickup-portland' });
    const { totals } = await this.by.ok('get_checkout', { checkout_id: cart.id });
    return { checkout_id, expected_total: totalOf({ totals }) };
  }

  async order(payment: object = BY_CARD): Promise<string> {
    const cart = await this.readyCart();
    const done = await this.by.ok('complete_checkout', { ...cart, payment });
    return done.order.id;
  }

  /** Creates an unlinked consumer of the organization. */
  async consumer(): Promise<string> {
    return (await this.merchant.ok('create_consumer', { name: 'Ada' })).id;
  }

  /** Creates another shop of the organization, with the demo's settings. */
  async shop(): Promise<string> {
    const { demo, app } = this.portal;
    const id = systemIds.next('shop');
    await app.store.update((rows) => {
      const shop = rows.get('shop', demo.shop_id);
      if (!shop) throw new Error('the demo shop is missing');
      return { writes: [insertWrite('shop', { ...shop, id, version: 0 })], result: undefined };
    });
    return id;
  }
}

async function bodyOf(by: RegistryCaller, operation: string, args: Args): Promise<unknown> {
  const { status, json } = await by.send(operation, args);
  if (status !== 200) throw new Error(`${operation}: ${status} ${JSON.stringify(json)}`);
  return json;
}
