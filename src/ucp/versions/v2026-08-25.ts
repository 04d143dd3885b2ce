import { z } from 'zod';
import { type BuyerConsent, PURPOSES } from '../../domain/checkout/platform-part.js';
import { omitUndefined } from '../../domain/values/present.js';
import { addressView } from '../../view/fulfillment-view.js';
import { BUYER_CONSENT, CHECKOUT, DISCOUNT, FULFILLMENT, PAYMENT_AUTHENTICATION } from '../capabilities.js';
import type {
  CanonicalChallenge,
  CanonicalCheckout,
  CanonicalDestination,
  CanonicalMethod,
} from '../checkout/canonical-forms.js';
import { THREE_DS_CHALLENGE } from '../checkout/challenge.js';
import { sharedCapabilities } from './capabilities.js';
import { orderWire } from './order-wire.js';
import { findUnsupportedUnits } from './quantity-units.js';
import { readAs, readCart, readCheckoutBase } from './read.js';
import { readPayment } from './read-payment.js';
import { buyerMembers, checkoutMembers, ignoreNull, payment } from './request-forms.js';
import type { ProtocolVersion } from './version.js';
import { baseCheckout, buyerWire, cartWire, methodWire } from './wire.js';

const MAX_PURPOSES = 50;

/** Consent by purpose. Purposes that the shop does not list are ignored. */
const consent = z
  .record(z.string().max(255), z.object({ granted: z.boolean(), source: z.enum(['business', 'platform']) }))
  .refine((value) => Object.keys(value).length <= MAX_PURPOSES, {
    error: `must have at most ${MAX_PURPOSES} purposes`,
  });

const buyer = ignoreNull(z.object({ ...buyerMembers, consent: ignoreNull(consent) }));
const checkoutForm = z.object({ ...checkoutMembers, buyer });
const completionForm = z.object({ payment, buyer });

type SentConsent = z.output<typeof consent>;

/** Protocol name of each purpose, and its description for the buyer. */
const NAMES: Readonly<Record<keyof BuyerConsent, { readonly name: string; readonly description: string }>> = {
  marketing: { name: 'dev.ucp.consent.marketing', description: 'News and offers of the shop' },
  analytics: { name: 'dev.ucp.consent.analytics', description: 'Measuring how the shop is used' },
  preferences: { name: 'dev.ucp.consent.preferences', description: 'Remembering the preferences of the buyer' },
  sale_of_data: {
    name: 'dev.ucp.consent.sale_or_sharing',
    description: 'Selling or sharing personal data with third parties',
  },
};

/** UCP 2026-08-25. */
export const v20260825: ProtocolVersion = {
  date: '2026-08-25',
  transports: ['rest', 'mcp'],
  capabilities: [
    ...sharedCapabilities('shopping/'),
    {
      name: PAYMENT_AUTHENTICATION,
      extends: [CHECKOUT],
      needsHttps: true,
      spec: 'payment/authentication',
      schema: 'shopping/payment_authentication.json',
    },
  ],
  readCheckout(body, active) {
    const { buyer: sent, ...members } = readAs(checkoutForm, body);
    const { consent: given, ...person } = sent ?? {};
    return {
      ...readCheckoutBase(members, active),
      otherUnits: findUnsupportedUnits(body),
      buyer: sent && omitUndefined(person),
      consent: active.has(BUYER_CONSENT) ? consentIn(given) : undefined,
    };
  },
  readCart: (body, active) => ({ ...readCart(body, active), otherUnits: findUnsupportedUnits(body) }),
  cart: cartWire,
  order: orderWire,
  readCompletion(body, active) {
    const { payment: sent, buyer: person } = readAs(completionForm, body);
    return {
      payment: readPayment(sent),
      consent: active.has(BUYER_CONSENT) ? consentIn(person?.consent) : undefined,
    };
  },
  checkout: (canonical, active) => ({
    ...baseCheckout(canonical, active),
    ...omitUndefined({ buyer: buyerOf(canonical, active) }),
    ...(canonical.challenge && { actions: { [THREE_DS_CHALLENGE]: [actionOf(canonical.challenge)] } }),
    ...(active.has(DISCOUNT) && { discounts: canonical.discounts }),
    ...(active.has(FULFILLMENT) && { fulfillment: fulfillmentOf(canonical) }),
  }),
};

function actionOf({ id, ...config }: CanonicalChallenge) {
  return { id, config };
}

/** Returns the consent that the buyer stated, without the shop's defaults; `undefined` if none was sent. */
function consentIn(sent: SentConsent | undefined): BuyerConsent | undefined {
  if (!sent) return undefined;
  const said = PURPOSES.flatMap((purpose) => {
    const given = sent[NAMES[purpose].name];
    return given?.source === 'platform' ? [[purpose, given.granted] as const] : [];
  });
  return Object.fromEntries(said);
}

/** The buyer with all purposes; consent that was not stated defaults to false. */
function buyerOf(canonical: CanonicalCheckout, active: ReadonlySet<string>) {
  const person = buyerWire(canonical);
  if (!active.has(BUYER_CONSENT)) return person;
  const purposes = PURPOSES.map((purpose) => {
    const { name, description } = NAMES[purpose];
    const said = canonical.consent?.[purpose];
    return [name, { granted: said ?? false, source: said === undefined ? 'business' : 'platform', description }];
  });
  return { ...person, consent: Object.fromEntries(purposes) };
}

function fulfillmentOf({ fulfillment }: CanonicalCheckout) {
  return { methods: fulfillment.methods.map(methodOf), available_methods: fulfillment.available };
}

function methodOf(method: CanonicalMethod) {
  return {
    ...methodWire(method, ({ description }) =>
      description === undefined ? {} : { description: { plain: description } },
    ),
    destinations: method.destinations.map(destinationOf),
  };
}

function destinationOf({ id, name, address }: CanonicalDestination) {
  const members = addressView(address);
  return name === undefined
    ? { type: 'shipping_address', id, ...members }
    : { type: 'business_location', id, name, address: members };
}
