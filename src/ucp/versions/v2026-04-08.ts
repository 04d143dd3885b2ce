import { z } from 'zod';
import { present } from '../../domain/values/present.js';
import { addressView } from '../../view/fulfillment-view.js';
import { BUYER_CONSENT, type Capability, CHECKOUT, DISCOUNT, FULFILLMENT } from '../capabilities.js';
import type { CanonicalCheckout, CanonicalDestination, CanonicalMethod } from '../checkout/canonical.js';
import { consentOf, readAs, wantedBase, wantedPayment } from './read.js';
import { buyerMembers, checkoutMembers, ignoreNull, payment } from './request-forms.js';
import type { ProtocolVersion } from './version.js';
import { baseCheckout, buyerWire, methodWire } from './wire.js';

const CAPABILITIES: readonly Capability[] = [
  { name: CHECKOUT, spec: 'checkout', schema: 'shopping/checkout.json' },
  { name: DISCOUNT, extends: [CHECKOUT], spec: 'discount', schema: 'shopping/discount.json' },
  { name: FULFILLMENT, extends: [CHECKOUT], spec: 'fulfillment', schema: 'shopping/fulfillment.json' },
  { name: BUYER_CONSENT, extends: [CHECKOUT], spec: 'buyer-consent', schema: 'shopping/buyer_consent.json' },
];

const said = ignoreNull(z.boolean());

const checkoutForm = z.object({
  ...checkoutMembers,
  buyer: ignoreNull(
    z.object({
      ...buyerMembers,
      consent: ignoreNull(z.object({ analytics: said, preferences: said, marketing: said, sale_of_data: said })),
    }),
  ),
});

const completionForm = z.object({ payment });

/** Methods that its closed list of types has. */
const METHODS: ReadonlySet<string> = new Set(['shipping', 'pickup']);

/** UCP 2026-04-08. */
export const v20260408: ProtocolVersion = {
  date: '2026-04-08',
  capabilities: CAPABILITIES,
  readCheckout(body, active) {
    const { buyer: sent, ...members } = readAs(checkoutForm, body);
    const { consent, ...buyer } = sent ?? {};
    return {
      ...wantedBase(members, active),
      buyer: sent && buyer,
      consent: active.has(BUYER_CONSENT) ? consentOf(present(consent ?? {})) : undefined,
    };
  },
  readCompletion: (body) => ({ payment: wantedPayment(readAs(completionForm, body).payment), consent: undefined }),
  checkout: (canonical, active) => ({
    ...baseCheckout(canonical),
    ...present({ buyer: buyerOf(canonical, active) }),
    ...(active.has(DISCOUNT) && { discounts: canonical.discounts }),
    ...(active.has(FULFILLMENT) && { fulfillment: fulfillmentOf(canonical) }),
  }),
};

function buyerOf(canonical: CanonicalCheckout, active: ReadonlySet<string>) {
  const buyer = buyerWire(canonical);
  const { consent } = canonical;
  return consent && active.has(BUYER_CONSENT) ? { ...buyer, consent } : buyer;
}

function fulfillmentOf({ fulfillment }: CanonicalCheckout) {
  const { methods, available } = fulfillment;
  return {
    methods: methods.filter(({ type }) => METHODS.has(type)).map(methodOf),
    available_methods: available.filter(({ type }) => METHODS.has(type)),
  };
}

function methodOf(method: CanonicalMethod) {
  return {
    ...methodWire(method, ({ description }) => present({ description })),
    destinations: method.destinations.map(destinationOf),
  };
}

function destinationOf({ id, name, address }: CanonicalDestination) {
  return name === undefined ? { id, ...addressView(address) } : { id, name, address: addressView(address) };
}
