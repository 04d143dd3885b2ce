import type { ShopSettings } from '../../src/domain/shop/shop.js';
import { setStock } from '../store/sample-rows.js';
import type { TestPortal } from '../support/portal.js';
import { changeItem } from '../support/tenants.js';
import { type Shopper, shopper } from './shopper.js';

/**
 * Merchant of the demo shop: changes discounts and settings over HTTP with the organization's key, but items and stock
 * directly in the store.
 */
export class Merchant {
  private readonly portal: TestPortal;
  private readonly by: Shopper;
  private readonly shop_id: string;

  constructor(portal: TestPortal) {
    this.portal = portal;
    this.by = shopper(portal, { key: portal.demo.organization_key });
    this.shop_id = portal.demo.shop_id;
  }

  /** Creates or replaces a discount, of 10 % off the order unless the terms override this. */
  async putDiscount(code: string, terms: object = {}): Promise<void> {
    await this.by.ok('put_discount', {
      shop_id: this.shop_id,
      code,
      title: code,
      ...('kind' in terms ? {} : TENTH),
      ...terms,
    });
  }

  async deleteDiscount(code: string): Promise<void> {
    await this.by.ok('delete_discount', { shop_id: this.shop_id, code });
  }

  /** Number of uses left; null if unlimited. */
  async usesLeft(code: string): Promise<number | null> {
    return (await this.by.ok('get_discount', { shop_id: this.shop_id, code })).data.uses_left;
  }

  async settings(): Promise<ShopSettings> {
    return (await this.by.ok('get_shop_settings', { shop_id: this.shop_id })).data;
  }

  /** Changes some members of the settings, and sends the others back unchanged. */
  async changeSettings(change: (settings: ShopSettings) => Partial<ShopSettings>): Promise<void> {
    const settings = await this.settings();
    await this.replaceSettings({ ...settings, ...change(settings) });
  }

  /** Replaces the settings with exactly these. */
  async replaceSettings(settings: object): Promise<void> {
    await this.by.ok('update_shop_settings', { shop_id: this.shop_id, ...settings });
  }

  setPrice(item: string, price: number): Promise<void> {
    return changeItem(this.portal, item, { price });
  }

  withdraw(item: string): Promise<void> {
    return changeItem(this.portal, item, { status: 'withdrawn' });
  }

  /** Number of units left; null if units are not counted. */
  async unitsLeft(item: string): Promise<number | null> {
    return (await shopper(this.portal).ok('get_item', { item_id: item })).data.availability.quantity;
  }

  async setUnits(item: string, units: number): Promise<void> {
    const key = `${this.shop_id}/${item}`;
    await this.portal.app.store.update(() => ({
      writes: [setStock(key, units)],
      result: undefined,
    }));
  }
}

/** Objects used by the changes below: an item for 15.00, picked up, with 10 % off. */
export const CHANGING = { item: 'linen-tea-towel', code: 'TENTH', option: 'pickup-portland' };

/** Terms of a discount of 10 %, the default of `putDiscount`. */
export const TENTH = { kind: 'percent', value_ppm: 100_000 };

/** Ways in which a merchant can change the total of a cart with `CHANGING`. Each step gives a different total. */
export const PRICE_CHANGES: readonly {
  readonly name: string;
  make(merchant: Merchant, step: number): Promise<void>;
}[] = [
  { name: 'the price of the item', make: (merchant, step) => merchant.setPrice(CHANGING.item, 2_000 + 10 * step) },
  {
    name: 'the price of the delivery',
    make: (merchant, step) =>
      merchant.changeSettings(({ pickup }) => ({ pickup: pickup.map((one) => ({ ...one, amount: 100 + 10 * step })) })),
  },
  {
    name: 'the tax rate',
    make: (merchant, step) =>
      merchant.changeSettings(({ tax }) => ({
        tax: { ...tax, rates: [{ country: 'US', rate_ppm: 100_000 + 2_000 * step }] },
      })),
  },
  {
    name: 'the value of the discount',
    make: (merchant, step) =>
      merchant.putDiscount(CHANGING.code, { kind: 'percent', value_ppm: 200_000 + 2_000 * step }),
  },
  { name: 'the end of the discount', make: (merchant) => merchant.deleteDiscount(CHANGING.code) },
];
