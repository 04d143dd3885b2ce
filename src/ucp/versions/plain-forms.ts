import { z } from 'zod';
import type { BuyerConsent } from '../../domain/checkout/platform-part.js';
import { omitUndefined } from '../../domain/values/present.js';
import { addressView } from '../../view/fulfillment-view.js';
import { BUYER_CONSENT } from '../capabilities.js';
import type { CanonicalCheckout, CanonicalDestination, CanonicalMethod } from '../checkout/canonical-forms.js';
import { ignoreNull } from './request-forms.js';
import { methodWire } from './wire.js';

/** Request and response forms shared by 2026-01-11 and 2026-04-08. */

const said = ignoreNull(z.boolean());

/** Consent in the form of four booleans. */
export const booleanConsent = ignoreNull(
  z.object({ analytics: said, preferences: said, marketing: said, sale_of_data: said }),
);

/** Adds the consent to the buyer if the capability is active. `undefined` if there is neither. */
export function readConsent(buyer: object | undefined, consent: BuyerConsent | undefined, active: ReadonlySet<string>) {
  return consent && active.has(BUYER_CONSENT) ? { ...buyer, consent } : buyer;
}

/** Method types that these versions allow. */
const METHODS: ReadonlySet<string> = new Set(['shipping', 'pickup']);

export function toFulfillment({ fulfillment }: CanonicalCheckout) {
  const { methods, available } = fulfillment;
  return {
    methods: methods.filter(({ type }) => METHODS.has(type)).map(methodOf),
    available_methods: available.filter(({ type }) => METHODS.has(type)),
  };
}

function methodOf(method: CanonicalMethod) {
  return {
    ...methodWire(method, ({ description }) => omitUndefined({ description })),
    destinations: method.destinations.map(destinationOf),
  };
}

function destinationOf({ id, name, address }: CanonicalDestination) {
  return name === undefined ? { id, ...addressView(address) } : { id, name, address: addressView(address) };
}
