import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toJsonBytes } from '../../src/calls/json-text.js';
import { type PricedCart, priceCart } from '../../src/domain/checkout/status.js';
import { baseAnswer } from '../../src/operations/checkout/base-answer.js';
import type { CheckoutF } from '../../src/schema/checkout.js';
import type { ViewSettings } from '../../src/view/checkout-view.js';
import { makeLinks } from '../../src/view/links.js';
import { UCP_BASE } from '../../src/view/ucp.js';
import { cart } from '../domain/fixtures.js';
import { always } from './always.js';
import { carts } from './generators/carts.js';

/** Variant B is made without variant F. Here it is compared with F, of which it is a part (docs/checkout.md, Variants). */

const LINKS = [{ type: 'terms_of_service', title: 'Bedingungen – Zoë', url: '/terms' }];
const HANDLER = {
  name: 'Rechnung',
  version: '1',
  config: { due: 'spät' },
  config_schema: '/c',
  instrument_schemas: ['/i'],
};
const BUYERS = [undefined, { full_name: 'Zoë', email: 'zoe@example.com' }] as const;

let address = 'https://one.example';
const links = makeLinks(() => address, Buffer.alloc(32));

function partOf({ id, currency, line_items, totals, buyer, links: shown, payment }: CheckoutF) {
  return {
    id,
    currency,
    line_items: line_items.map(({ options, minimum_age, property_specs, tax_lines, ...line }) => line),
    totals,
    ...(buyer && { buyer }),
    links: shown,
    payment,
    ucp: UCP_BASE,
  };
}

/** Both bodies as they are sent and as they are stored for repeats. */
function expectPart(priced: PricedCart, view: ViewSettings): void {
  const answer = baseAnswer(view, priced);
  const full = { data: answer.body.data };
  const wanted = JSON.stringify({ data: partOf(full.data) });
  expect(Buffer.from(toJsonBytes(answer.httpBody), 'latin1').toString()).toBe(wanted);
  const version = priced.cart.checkout.version;
  expect(JSON.stringify(answer)).toBe(`{"body":${JSON.stringify(full)},"httpBody":${wanted},"version":${version}}`);
}

it('variant B has the members of variant F with the same values, also when its shared part is reused', () => {
  always(fc.tuple(carts, fc.constantFrom(...BUYERS)), ([parts, buyer]) => {
    const settings = { ...parts.settings, links: LINKS, payment_handlers: ['invoice', 'card'] };
    const made = cart({ ...parts, settings });
    const priced = priceCart({ ...made, checkout: { ...made.checkout, ...(buyer && { buyer }) } });
    const [invoice, card] = ['invoice', 'card'].map((id) => [{ ...HANDLER, id, spec: '/s' }]);
    const view = { links, handlers: invoice ?? [], language: undefined };
    // Each step changes one input of the shared part, or none.
    const expectAt = (at: string, changed: Partial<ViewSettings>) => {
      address = at;
      expectPart(priced, { ...view, ...changed });
    };
    expectAt('https://one.example', {});
    expectAt('https://one.example', { language: 'de' });
    expectAt('https://two.example', {});
    expectAt('https://two.example', { handlers: card ?? [] });
  });
});
