import { z } from 'zod';
import { present } from '../../domain/values/present.js';
import {
  BUYER_CONSENT,
  CART,
  CATALOG_LOOKUP,
  CATALOG_SEARCH,
  type Capability,
  CHECKOUT,
  DISCOUNT,
  FULFILLMENT,
  ORDER,
} from '../capabilities.js';
import { orderWire } from './order-wire.js';
import { booleanConsent, fulfillmentOf, saidConsent } from './plain-forms.js';
import { consentOf, readAs, readCart, wantedBase } from './read.js';
import { wantedPayment } from './read-payment.js';
import { buyerMembers, checkoutMembers, ignoreNull, payment } from './request-forms.js';
import type { ProtocolVersion } from './version.js';
import { baseCheckout, buyerWire, cartWire } from './wire.js';

const CAPABILITIES: readonly Capability[] = [
  { name: CHECKOUT, spec: 'checkout', schema: 'shopping/checkout.json' },
  { name: CART, spec: 'cart', schema: 'shopping/cart.json' },
  { name: ORDER, spec: 'order', schema: 'shopping/order.json' },
  { name: DISCOUNT, extends: [CHECKOUT, CART], spec: 'discount', schema: 'shopping/discount.json' },
  { name: FULFILLMENT, extends: [CHECKOUT], spec: 'fulfillment', schema: 'shopping/fulfillment.json' },
  { name: BUYER_CONSENT, extends: [CHECKOUT], spec: 'buyer-consent', schema: 'shopping/buyer_consent.json' },
  { name: CATALOG_SEARCH, spec: 'catalog/search', schema: 'shopping/catalog_search.json' },
  { name: CATALOG_LOOKUP, spec: 'catalog/lookup', schema: 'shopping/catalog_lookup.json' },
];

const checkoutForm = z.object({
  ...checkoutMembers,
  buyer: ignoreNull(
    z.object({
      ...buyerMembers,
      consent: booleanConsent,
    }),
  ),
});

const completionForm = z.object({ payment });

/** UCP 2026-04-08. */
export const v20260408: ProtocolVersion = {
  date: '2026-04-08',
  transports: ['rest', 'mcp'],
  capabilities: CAPABILITIES,
  readCheckout(body, active) {
    const { buyer: sent, ...members } = readAs(checkoutForm, body);
    const { consent, ...buyer } = sent ?? {};
    return {
      ...wantedBase(members, active),
      buyer: sent && present(buyer),
      consent: active.has(BUYER_CONSENT) ? consentOf(present(consent ?? {})) : undefined,
    };
  },
  readCart,
  cart: cartWire,
  order: orderWire,
  readCompletion: (body) => ({ payment: wantedPayment(readAs(completionForm, body).payment), consent: undefined }),
  checkout: (canonical, active) => ({
    ...baseCheckout(canonical, active),
    ...present({ buyer: saidConsent(buyerWire(canonical), canonical.consent, active) }),
    ...(active.has(DISCOUNT) && { discounts: canonical.discounts }),
    ...(active.has(FULFILLMENT) && { fulfillment: fulfillmentOf(canonical) }),
  }),
};
