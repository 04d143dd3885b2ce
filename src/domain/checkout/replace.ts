import { PortalError } from '../errors/portal-error.js';
import { normalizeCode } from '../shop/discount.js';
import type { Buyer, Destination, PostalAddress } from '../values/address.js';
import { type Cart, type Checkout, MAX_DISCOUNT_CODES } from './checkout.js';
import type { PlatformPart } from './platform-part.js';
import { type RequestedLine, replaceLines } from './replace-lines.js';
import { selectOption } from './selection.js';

/**
 * Full content of a checkout as a platform sends it. Absent members are those the platform cannot express; they do not
 * change. Null clears a member.
 */
export interface Replacement {
  readonly lines: readonly RequestedLine[];
  readonly buyer: Buyer | null;
  /** Identifies the buyer for `once_per_buyer` discounts; null without an email address. */
  readonly buyer_key: string | null;
  readonly billing_address: PostalAddress | null;
  readonly codes?: readonly string[];
  readonly fulfillment?: RequestedFulfillment | null;
  readonly platform: PlatformPart;
}

export interface RequestedFulfillment {
  readonly destination?: Destination;
  readonly option_id?: string;
}

/**
 * Replaces everything that a platform can express, using the functions for partial changes. Everything else remains,
 * such as an approval, a confirmed age, and the instructions and full name of an unchanged destination.
 * @throws PortalError those of `replaceLines` and `selectOption`, `limit_exceeded`
 */
export function replaceContent(cart: Cart, wanted: Replacement, nextLineId: () => string): Checkout {
  const {
    buyer: _buyer,
    buyer_key: _key,
    billing_address: _billing,
    ...kept
  } = replaceLines(cart, wanted.lines, nextLineId);
  const { buyer, buyer_key, billing_address, codes, fulfillment, platform } = wanted;
  const checkout: Checkout = {
    ...kept,
    platform,
    ...(buyer && { buyer: withFullName(buyer, cart.checkout.buyer) }),
    ...(buyer_key !== null && { buyer_key }),
    ...(billing_address && { billing_address }),
    ...(codes && { discount_codes: codesOf(codes) }),
  };
  return fulfillment === undefined ? checkout : replaceFulfillment({ ...cart, checkout }, fulfillment);
}

/** Normalizes the codes and removes duplicates. Unknown codes stay, so that the response can report them. */
function codesOf(codes: readonly string[]): string[] {
  const known = [...new Set(codes.map(normalizeCode))];
  if (known.length <= MAX_DISCOUNT_CODES) return known;
  const detail = `discounts.codes: a checkout accepts at most ${MAX_DISCOUNT_CODES} discount codes`;
  throw new PortalError('limit_exceeded', detail);
}

/**
 * Drops a selected option that is no longer offered, as after a change of destination. Any other unknown option is
 * rejected.
 */
function replaceFulfillment(cart: Cart, wanted: RequestedFulfillment | null): Checkout {
  const { destination: before, selected_option_id: selected, dropped_option_id: _dropped, ...rest } = cart.checkout;
  const { destination, option_id } = wanted ?? {};
  const checkout: Checkout = { ...rest, ...(destination && { destination: withInstructions(destination, before) }) };
  if (option_id === undefined) return checkout;
  try {
    return selectOption({ ...cart, checkout }, option_id);
  } catch (error) {
    if (option_id !== selected || !(error instanceof PortalError)) throw error;
    return { ...checkout, dropped_option_id: option_id };
  }
}

const PLACE = ['street_address', 'extended_address', 'address_locality', 'address_region', 'postal_code'] as const;

function withInstructions(destination: Destination, before: Destination | undefined): Destination {
  const same =
    before?.address_country === destination.address_country &&
    PLACE.every((member) => before[member] === destination[member]);
  if (!same) return destination;
  const { instructions } = before;
  return withFullName({ ...destination, ...(instructions !== undefined && { instructions }) }, before);
}

interface Named {
  readonly first_name?: string | undefined;
  readonly last_name?: string | undefined;
  readonly full_name?: string | undefined;
}

/** Preserves the full name, for which UCP has no member, as long as the other names do not change. */
function withFullName<Person extends Named>(person: Person, before: Named | undefined): Person {
  const { full_name } = before ?? {};
  const same = before?.first_name === person.first_name && before?.last_name === person.last_name;
  return full_name !== undefined && person.full_name === undefined && same ? { ...person, full_name } : person;
}
