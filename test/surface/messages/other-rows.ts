import { CART_LIFETIME } from '../../../src/domain/checkout/checkout.js';
import type { Fee } from '../../../src/domain/shop/shop.js';
import { required } from '../../../src/domain/values/required.js';
import { hashSecret } from '../../../src/domain/values/secret.js';
import type { PaymentOutcome } from '../../../src/ports.js';
import { CARD, totalOf } from '../../actors/shopper.js';
import { NOON } from '../../support/still-clock.js';
import { changeItem, limitKey } from '../../support/tenants.js';
import {
  type Act,
  add,
  all,
  apply,
  buyer,
  destination,
  escalated,
  mended,
  onPage,
  partly,
  put,
  type Row,
  remove,
  removeCode,
  select,
  update,
  warned,
} from './row.js';
import { payWith, type Scene, setStock } from './scene.js';

const PACKING: Fee = {
  id: 'packing',
  title: 'Packing',
  price: { type: 'fixed', amount: 150 },
  tax_category: 'standard',
};

async function pay({ by, id: checkout_id, cart }: Scene): Promise<void> {
  const expected_total = totalOf(await cart('get_checkout'));
  await by.ok('complete_checkout', { checkout_id, expected_total, payment: { instruments: [CARD] } });
}

/** Limits the agent's key to categories. */
const limitCategories =
  (categories: readonly string[]): Act =>
  async ({ portal }) => {
    const { store } = portal.app;
    const { key } = required(await store.findKeyByHash(hashSecret(portal.demo.deployment_key)), 'key');
    await limitKey(portal, key.id, { categories });
  };

/** Sets the outcome of the shop's card payments. */
function cardSays({ portal }: Scene, outcome: PaymentOutcome): void {
  const card = portal.app.handlers.find(({ description }) => description.id === CARD.handler_id);
  if (!card) throw new Error('no card handler');
  Object.assign(card, { authorize: async () => outcome, status: async () => outcome });
}

/** Messages that wait for the buyer, only inform, or close the cart. */
export const OTHERS = {
  high_value_order: [
    {
      how: 'the cart grows above the limit',
      happens: add('butcher-block-island', { quantity: 2 }),
      says: /Ask the buyer to open continue_url/,
      step: onPage('approve'),
      ...escalated,
    },
    {
      how: 'the merchant lowers the limit',
      happens: ({ merchant }) => merchant.changeSettings(() => ({ review_limit: 0 })),
      says: /Ask the buyer to open continue_url/,
      step: onPage('approve'),
      ...escalated,
    },
  ],
  category_outside_limits: [
    {
      how: 'the key may buy another category only',
      happens: all(limitCategories(['Books']), buyer({ email: 'ada@example.com' })),
      says: /^"Enamel camp mug" is in none of the categories that this API key may buy: Books\. Ask the buyer/,
      step: onPage('approve'),
      ...escalated,
    },
  ],
  age_verification_required: [
    {
      how: 'an item for adults',
      happens: add('oregon-pinot-noir'),
      says: /people who are 21 or older\. Ask the buyer to open continue_url and confirm their age/,
      step: onPage('confirm-age'),
      ...escalated,
    },
    {
      how: 'the merchant restricts an item to adults',
      happens: ({ portal }) => changeItem(portal, 'enamel-mug', { age_restricted: true }),
      says: /people who are 18 or older/,
      step: onPage('confirm-age'),
      ...escalated,
    },
    {
      how: 'the buyer has confirmed a lower age than another item requires',
      happens: all(
        ({ portal }) => changeItem(portal, 'enamel-mug', { age_restricted: true, minimum_age: 16 }),
        onPage('confirm-age'),
        add('oregon-pinot-noir'),
      ),
      says: /^"Oregon pinot noir" .* 21 or older/,
      step: onPage('confirm-age'),
      ...escalated,
    },
  ],
  terms_acceptance_required: [
    {
      how: 'the merchant begins to require the acceptance',
      happens: ({ merchant }) => merchant.changeSettings(() => ({ terms_required: true })),
      says: /accept its terms\. Ask the buyer to open continue_url/,
      step: onPage('continue', { terms: '1' }),
      ...escalated,
    },
  ],
  price_changed: [
    {
      how: 'the merchant raises a price',
      happens: ({ portal }) => changeItem(portal, 'enamel-mug', { price: 1700 }),
      says: /changed from \$16\.00 to \$17\.00/,
      step: update('mug', 2),
      ...warned,
    },
  ],
  backordered: [
    {
      how: 'the quantity of an item with backorders exceeds its stock',
      happens: all(
        ({ portal }) => changeItem(portal, 'enamel-mug', { backorder: { days: 20 } }),
        ({ portal }) => setStock(portal, 'enamel-mug', 1),
      ),
      says: /^1 of 2 units of "Enamel camp mug" is not in stock and comes later: .* promised from December 1\d, 2026 to December 1\d, 2026\.$/,
      step: update('mug', 1),
      ...warned,
    },
    {
      how: 'no unit is left, and no option is selected yet',
      start: 'empty',
      happens: all(
        ({ portal }) => changeItem(portal, 'enamel-mug', { backorder: { days: 20 } }),
        ({ portal }) => setStock(portal, 'enamel-mug', -3),
        add('enamel-mug', { quantity: 2 }),
      ),
      says: /^2 of 2 units of "Enamel camp mug" are not in stock and come later: the times of the options are 20 days later\.$/,
      step: ({ portal }) => setStock(portal, 'enamel-mug', 2),
      ...partly,
    },
  ],
  fulfillment_price_changed: [
    {
      how: 'the merchant raises the price of a rate',
      start: 'shipped',
      happens: ({ merchant, original }) =>
        merchant.changeSettings(() => ({
          shipping: original.shipping.map((rate) => ({ ...rate, price: { type: 'flat', amount: 799 } as const })),
        })),
      says: /"Standard shipping" changed from \$5\.99 to \$7\.99/,
      step: select('standard'),
      ...warned,
    },
  ],
  tax_changed: [
    {
      how: 'the merchant raises a tax rate',
      start: 'shipped',
      happens: ({ merchant, original }) =>
        merchant.changeSettings(() => ({ tax: { ...original.tax, rates: [{ country: 'US', rate_ppm: 80_000 }] } })),
      says: /The tax on "standard" in US-OR changed from 7\.25% to 8%/,
      step: select('standard'),
      ...warned,
    },
    {
      how: 'the merchant begins to tax shipping',
      start: 'shipped',
      happens: ({ merchant, original }) =>
        merchant.changeSettings(() => ({ tax: { ...original.tax, on_shipping: true } })),
      says: /The tax on "shipping" in US-OR changed from none to 7\.25%/,
      step: select('standard'),
      ...warned,
    },
    {
      how: 'the merchant includes tax in the prices',
      happens: ({ merchant, original }) =>
        merchant.changeSettings(() => ({ tax: { ...original.tax, included: true } })),
      says: /Prices include tax now/,
      step: select('pickup-portland'),
      ...warned,
    },
  ],
  fee_changed: [
    {
      how: 'the merchant introduces a fee, and the next call is another write',
      happens: all(
        ({ merchant }) => merchant.changeSettings(() => ({ fees: [PACKING] })),
        buyer({ email: 'ada@example.com' }),
      ),
      says: /The fee "Packing" changed from \$0\.00 to \$1\.50/,
      step: select('pickup-portland'),
      ...warned,
    },
  ],
  discount_code_combination_disallowed: [
    {
      how: 'two codes that exclude each other are entered',
      happens: all(apply('MUG5'), put('ALONE', { combinable: false, value_ppm: 10_000 }), apply('alone')),
      says: /^The code ALONE has no effect: it cannot be combined with MUG5, and the buyer does not pay less with it\. It takes effect as soon as/,
      step: removeCode('ALONE'),
      ...warned,
    },
    {
      how: 'the merchant makes one of two codes not combinable',
      happens: all(apply('MUG5'), apply('WELCOME10'), put('WELCOME10', { combinable: false, value_ppm: 10_000 })),
      says: /WELCOME10 .* cannot be combined with MUG5, and the buyer does not pay less/,
      step: removeCode('WELCOME10'),
      ...warned,
    },
    {
      how: 'an automatic discount takes off more',
      happens: all(
        apply('MUG5'),
        put('half', { title: 'Half of all', value_ppm: 500_000, automatic: true, combinable: false }),
      ),
      says: /MUG5 .* cannot be combined with "Half of all"/,
      step: removeCode('MUG5'),
      ...warned,
    },
  ],
  discount_code_without_effect: [
    {
      how: 'the option costs nothing',
      happens: apply('FREESHIP'),
      says: /FREESHIP takes nothing off now: it is for the option "standard"/,
      step: removeCode('FREESHIP'),
      ...warned,
    },
  ],
  discount_code_ineligible: [
    {
      how: 'the cart shrinks below the minimum',
      happens: all(put('LARGE', { minimum_subtotal: 6000 }), apply('LARGE'), update('mug', 1)),
      says: /needs a subtotal of at least \$60\.00/,
      step: update('mug', 2),
      ...warned,
    },
    {
      how: "the code's item is removed from the cart",
      happens: all(apply('MUG5'), remove('mug')),
      says: /needs one of its items in the cart/,
      step: add('enamel-mug'),
      ...warned,
    },
    {
      how: 'the same buyer has paid with the code in another cart',
      happens: all(put('ONCE', { once_per_buyer: true }), apply('ONCE'), ({ portal }) =>
        payWith(portal, 'ONCE', 'ada-elsewhere', 'Ada@example.com'),
      ),
      says: /can be used once per buyer, and this buyer has used it/,
      step: removeCode('ONCE'),
      ...warned,
    },
  ],
  discount_code_expired: [
    {
      how: 'the merchant deletes the code',
      happens: all(apply('WELCOME10'), ({ merchant }) => merchant.deleteDiscount('WELCOME10')),
      says: /the shop ended it/,
      step: removeCode('welcome10'),
      ...warned,
    },
    {
      how: 'the merchant ends the code',
      happens: all(apply('WELCOME10'), put('WELCOME10', { ends_at: new Date(NOON).toISOString() })),
      says: /is no longer valid/,
      step: removeCode('WELCOME10'),
      ...warned,
    },
    {
      how: 'the merchant postpones the code',
      happens: all(apply('WELCOME10'), put('WELCOME10', { starts_at: new Date(NOON + 1).toISOString() })),
      says: /is not valid yet/,
      step: removeCode('WELCOME10'),
      ...warned,
    },
    {
      how: 'another buyer has taken the last use of the code',
      happens: all(put('LAST', { max_uses: 1 }), apply('LAST'), ({ portal }) => payWith(portal, 'LAST', 'bob')),
      says: /has been used up/,
      step: removeCode('LAST'),
      ...warned,
    },
  ],
  fulfillment_option_dropped: [
    {
      how: 'the destination changes',
      start: 'shipped',
      happens: destination({ address_country: 'DE' }),
      says: /"standard" is no longer offered .* Select another/,
      step: select('pickup-portland'),
      ...mended,
    },
    {
      how: 'the merchant removes the rate',
      start: 'shipped',
      happens: ({ merchant, original }) =>
        merchant.changeSettings(() => ({ shipping: original.shipping.filter(({ id }) => id !== 'standard') })),
      says: /"standard" is no longer offered .* Select another/,
      step: select('express'),
      ...mended,
    },
  ],
  payment_action_required: [
    {
      how: 'the bank wants the buyer to confirm the payment',
      happens: async (scene) => {
        const action = { type: 'redirect', url: 'https://bank.example/confirm' } as const;
        cardSays(scene, { state: 'action_required', action, expires_at: scene.clock.now() + 600_000 });
        await pay(scene);
      },
      says: /confirm the payment by \d{4}-\S+Z\. Ask the buyer to open continue_url/,
      step: async (scene) => cardSays(scene, { state: 'authorized', payment_status: 'paid' }),
      before: 'complete_in_progress',
      after: 'completed',
    },
  ],
  payment_failed: [
    {
      how: 'the buyer does not confirm the payment in time',
      happens: async (scene) => {
        const action = { type: 'redirect', url: 'https://bank.example/confirm' } as const;
        cardSays(scene, { state: 'action_required', action, expires_at: scene.clock.now() + 600_000 });
        await pay(scene);
        scene.clock.advance(600_000);
      },
      says: /not completed in time and was voided\. Nothing was charged\. Pay again/,
      step: async (scene) => {
        cardSays(scene, { state: 'authorized', payment_status: 'paid' });
        await pay(scene);
      },
      before: 'ready_for_complete',
      after: 'completed',
    },
    {
      how: 'the bank declines the payment after the buyer confirmed it',
      happens: async (scene) => {
        const action = { type: 'redirect', url: 'https://bank.example/confirm' } as const;
        cardSays(scene, { state: 'action_required', action, expires_at: scene.clock.now() + 600_000 });
        await pay(scene);
        cardSays(scene, { state: 'declined', reason: 'the bank said no' });
      },
      says: /was declined\. Nothing was charged\. Pay again/,
      step: async (scene) => {
        cardSays(scene, { state: 'authorized', payment_status: 'paid' });
        await pay(scene);
      },
      before: 'ready_for_complete',
      after: 'completed',
    },
  ],
  checkout_expired: [
    {
      how: 'nobody changed the cart for 6 hours',
      happens: async ({ clock }) => clock.advance(CART_LIFETIME),
      says: /Start a new one/,
      step: ({ by }) => by.ok('get_cart', {}),
      before: 'canceled',
      after: 'incomplete',
    },
  ],
} satisfies Readonly<Record<string, readonly Row[]>>;
