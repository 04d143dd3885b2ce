import { z } from 'zod';
import { omitUndefined } from '../../domain/values/present.js';
import { BUYER_CONSENT, DISCOUNT, FULFILLMENT } from '../capabilities.js';
import { sharedCapabilities } from './capabilities.js';
import { orderWire } from './order-wire.js';
import { assertPlainClaims, dropOtherClaims, PLAIN_NAME } from './plain-claims.js';
import { booleanConsent, readConsent, toFulfillment } from './plain-forms.js';
import { readAs, readCart, readCheckoutBase, toConsent } from './read.js';
import { readPayment } from './read-payment.js';
import { buyerMembers, checkoutMembers, ignoreNull, payment } from './request-forms.js';
import type { ProtocolVersion } from './version.js';
import { baseCheckout, buyerWire, cartWire } from './wire.js';

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
  capabilities: sharedCapabilities(''),
  readCheckout(body, active) {
    const { buyer: sent, ...members } = readAs(checkoutForm, body);
    const { consent, ...buyer } = sent ?? {};
    assertPlainClaims(members.context);
    return {
      ...readCheckoutBase(members, active),
      claimNames: PLAIN_NAME,
      buyer: sent && omitUndefined(buyer),
      consent: active.has(BUYER_CONSENT) ? toConsent(omitUndefined(consent ?? {})) : undefined,
    };
  },
  readCart(body, active) {
    const wanted = readCart(body, active);
    assertPlainClaims(wanted.context);
    return { ...wanted, claimNames: PLAIN_NAME };
  },
  cart: (canonical, active) => cartWire(dropOtherClaims(canonical), active),
  order: orderWire,
  readCompletion: (body) => ({ payment: readPayment(readAs(completionForm, body).payment), consent: undefined }),
  checkout: (canonical, active) => ({
    ...baseCheckout(dropOtherClaims(canonical), active),
    ...omitUndefined({ buyer: readConsent(buyerWire(canonical), canonical.consent, active) }),
    ...(active.has(DISCOUNT) && { discounts: canonical.discounts }),
    ...(active.has(FULFILLMENT) && { fulfillment: toFulfillment(canonical) }),
  }),
};
