import { expect } from 'vitest';
import { required } from '../../src/domain/values/required.js';
import { VERSIONS } from '../../src/ucp/versions/index.js';
import type { Answer } from './random-cart.js';
import { isUnsigned, signed } from './rules/signs.js';

/**
 * Converts responses of all versions to the same form, by the rules of their versions and without the code that wrote
 * them.
 */

export const NEWEST = required(VERSIONS[0], 'version').date;

/** Names of the purposes of consent in 2026-08-25. */
export const PURPOSE_NAMES = {
  marketing: 'dev.ucp.consent.marketing',
  analytics: 'dev.ucp.consent.analytics',
  preferences: 'dev.ucp.consent.preferences',
  sale_of_data: 'dev.ucp.consent.sale_or_sharing',
} as const;

/** Codes of 2026-01-11 that later versions renamed. */
const LATER_CODES: Readonly<Record<string, string>> = {
  missing: 'field_required',
  invalid: 'invalid_address',
  payment_declined: 'payment_failed',
};

/** Normalizes a response of any version by that version's rules. */
export function normalizeAnswer(answer: Answer, version: string) {
  const { id, status, currency, line_items, totals, discounts, links, continue_url, expires_at, order } = answer;
  const { email, first_name, last_name, phone_number, consent } = answer.buyer ?? {};
  return {
    ...{ id, status, currency, discounts, links, continue_url, expires_at, order },
    lines: line_items.map(({ totals: own, ...line }: Answer) => ({ ...line, totals: signed(own, version) })),
    totals: signed(totals, version),
    buyer: { email, first_name, last_name, phone_number },
    consent: Object.entries(PURPOSE_NAMES).map(([purpose, name]) =>
      version === NEWEST ? platformsOwn(consent[name]) : consent?.[purpose],
    ),
    methods: answer.fulfillment.methods.filter(isPhysical).map((one: Answer) => methodOf(one, version)),
    available: answer.fulfillment.available_methods.filter(isPhysical),
    messages: answer.messages.map(({ code, ...rest }: Answer) => ({
      ...rest,
      code: isUnsigned(version) ? (LATER_CODES[code] ?? code) : code,
    })),
    ...paymentOf(answer, version),
  };
}

const isPhysical = ({ type }: Answer) => type !== 'digital';

/** Returns consent that the platform gave. Values that the business assumed are left out, since some versions do so. */
function platformsOwn({ granted, source }: Answer) {
  return source === 'platform' ? granted : undefined;
}

function methodOf({ destinations, groups, ...method }: Answer, version: string) {
  return {
    ...method,
    destinations: destinations.map(({ type, ...place }: Answer) => {
      const expected = 'name' in place ? 'business_location' : 'shipping_address';
      expect(type).toBe(version === NEWEST ? expected : undefined);
      return place;
    }),
    groups: groups.map(({ options, ...group }: Answer) => ({
      ...group,
      options: options.map(({ description, ...option }: Answer) => ({
        ...option,
        description: version === NEWEST ? description?.plain : description,
      })),
    })),
  };
}

/** Returns handlers and instruments, which are in other places in 2026-01-11. */
function paymentOf({ payment, ucp }: Answer, version: string) {
  if (isUnsigned(version)) {
    return {
      handlers: payment.handlers.map(({ name, id, config }: Answer) => ({ name, id, config })),
      instruments: payment.instruments,
    };
  }
  return {
    handlers: Object.entries<Answer[]>(ucp.payment_handlers).map(([name, [{ id, config }]]: Answer) => ({
      name,
      id,
      config,
    })),
    instruments: (payment?.instruments ?? []).map(({ display, selected, ...one }: Answer) => {
      expect(selected).toBe(true);
      return { ...one, ...display };
    }),
  };
}
