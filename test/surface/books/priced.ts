import { standingAlone } from '../../model/discounts.js';
import { type Priced, priced } from '../../model/prices.js';
import { type Checkout, goodsOf, isDigital, type Shop } from '../../model/state.js';
import { spread, sum } from '../../model/sums.js';
import type { Taxed } from '../../model/taxes.js';
import { type BookShop, GOODS } from './shops.js';
import type { Wish } from './wishes.js';

/** Prices an order in minor units from its requests alone, with the test model and without any code of the portal. */

export interface Costs {
  /** Requested discount codes that would apply to this cart if each were the only one. */
  readonly codes: readonly string[];
  /** True if a fulfillment option has to be selected. */
  readonly physical: boolean;
  readonly price: Priced;
  /** Value of each line: goods after discounts, added tax, and its shares of delivery and fees. */
  readonly worth: readonly number[];
  /** Amounts paid for delivery and fees, including added tax. */
  readonly delivery: number;
  readonly fees: number;
}

export function costsOf(shop: Shop, { places }: BookShop, { goods, codes, option, to, billed }: Wish): Costs {
  const physical = goods.some(([name]) => !isDigital(GOODS[name]));
  const empty: Checkout = {
    lines: goods.map(([item, quantity]) => ({
      ...{ id: item, item, quantity, properties: [], parent: undefined, seen: GOODS[item].price },
    })),
    codes: [],
    email: 'ada@example.com',
    billing: billed,
    destination: option === 'counter' && physical ? undefined : places[to],
    option: physical ? option : undefined,
    dropped: undefined,
    ageConfirmed: false,
    seen: undefined,
    approved: undefined,
    state: 'open',
    isStored: true,
    expires: 1,
    payment: undefined,
    hasFailed: false,
    frozen: undefined,
    order: undefined,
  };
  const taken = codes.filter((code) => {
    const discount = shop.discounts.get(code);
    return discount && standingAlone(shop, empty, discount) === 'applies';
  });
  const price = priced(shop, { ...empty, codes: taken });
  return { codes: taken, physical, price, ...worthOf(shop, price) };
}

function worthOf(shop: Shop, { lines, taxes, delivery, deliveryOff, fees }: Priced) {
  const { included } = shop.settings.tax;
  const onTop = (taxed: Taxed | undefined) => (included ? 0 : (taxed?.tax ?? 0));
  const goods = lines.map(({ left }, index) => left + onTop(taxes.lines[index]));
  const ofDelivery = delivery - deliveryOff + onTop(taxes.delivery);
  const ofFees = sum(fees.map(({ amount }, index) => amount + onTop(taxes.fees[index])));
  const brought = lines.map(({ line }) => !isDigital(goodsOf(shop, line)));
  const shares = (amount: number, takesPart: readonly boolean[]) => {
    const byCost = goods.map((cost, index) => (takesPart[index] ? cost : 0));
    const byUnits = lines.map(({ line }, index) => (takesPart[index] ? line.quantity : 0));
    return spread(amount, sum(byCost) > 0 ? byCost : byUnits);
  };
  const deliveryShares = shares(ofDelivery, brought);
  const feeShares = shares(
    ofFees,
    goods.map(() => true),
  );
  return {
    worth: goods.map((cost, index) => cost + (deliveryShares[index] ?? 0) + (feeShares[index] ?? 0)),
    delivery: ofDelivery,
    fees: ofFees,
  };
}
