import { type FulfillmentOption, servableLines } from '../domain/checkout/fulfillment.js';
import type { Assessment } from '../domain/checkout/status.js';
import { FULFILLMENT_TYPES, type FulfillmentType } from '../domain/shop/item.js';
import type { Destination, PostalAddress } from '../domain/values/address.js';
import { displayAmount } from '../domain/values/display.js';
import type { CheckoutF } from '../schema/checkout.js';
import { promisedDays } from '../texts/dates.js';
import { isoTime } from './format.js';

type Fulfillment = CheckoutF['fulfillment'];
type Method = Fulfillment['methods'][number];
type MethodDestination = Method['destinations'][number];

const DESCRIPTIONS: Record<FulfillmentType, string> = {
  shipping: 'Delivered to the destination',
  pickup: 'Collected by the buyer',
  digital: 'Sent by email after payment',
};

/** A constant, since a checkout has only one destination. */
const DESTINATION_ID = 'dest_1';

/** `fulfillment` of variant F: one method per type that serves a line, each with one group. */
export function fulfillmentView(assessment: Assessment, language: string): Fulfillment {
  const types = FULFILLMENT_TYPES.flatMap((type) => {
    const line_item_ids = servableLines(assessment.cart, type).map((line) => line.id);
    return line_item_ids.length === 0 ? [] : [{ type, line_item_ids }];
  });
  return {
    available_methods: types.map(({ type, line_item_ids }) => ({
      line_item_ids,
      type,
      description: DESCRIPTIONS[type],
      fulfillable_on: null,
    })),
    methods: types.map(({ type, line_item_ids }) => methodView(assessment, type, line_item_ids, language)),
    tax_lines: [...assessment.pricing.shipping_tax_lines],
  };
}

function methodView(assessment: Assessment, type: FulfillmentType, line_item_ids: string[], language: string): Method {
  const options = assessment.pricing.options.filter((option) => option.method_type === type);
  const selected = type === 'digital' ? options[0] : options.find((option) => option === assessment.pricing.selected);
  const destinations = destinationsOf(assessment, type, options);
  return {
    id: `method_${type}`,
    line_item_ids,
    type,
    selected_destination_id: selectedDestination(type, selected, destinations),
    destinations,
    groups: [
      {
        id: `group_${type}`,
        line_item_ids,
        selected_option_id: selected?.id ?? null,
        options: options.map((option) => optionView(option, assessment, language)),
      },
    ],
  };
}

function selectedDestination(
  type: FulfillmentType,
  selected: FulfillmentOption | undefined,
  destinations: readonly MethodDestination[],
): string | null {
  if (type === 'shipping') return destinations[0]?.id ?? null;
  return (type === 'pickup' && selected?.id) || null;
}

/**
 * A shipping destination directly contains the members of its address. A pickup location has a name and an `address`.
 */
function destinationsOf(
  assessment: Assessment,
  type: FulfillmentType,
  options: readonly FulfillmentOption[],
): MethodDestination[] {
  if (type === 'shipping') {
    const { destination } = assessment.cart.checkout;
    return destination ? [shippingDestination(destination)] : [];
  }
  return options.flatMap(({ id, location }) =>
    location ? [{ id, name: location.title, address: addressView(location.address) }] : [],
  );
}

function shippingDestination(destination: Destination): MethodDestination {
  const { full_name: name } = destination;
  return { id: DESTINATION_ID, ...addressView(destination), ...(name !== undefined && { name }) };
}

const ADDRESS_MEMBERS = [
  'address_country',
  'address_locality',
  'address_region',
  'extended_address',
  'first_name',
  'last_name',
  'phone_number',
  'postal_code',
  'street_address',
] as const;

/** Returns those documented members of an address that are set. */
export function addressView(address: PostalAddress): Partial<Record<(typeof ADDRESS_MEMBERS)[number], string>> {
  return Object.fromEntries(
    ADDRESS_MEMBERS.flatMap((member) => (address[member] === undefined ? [] : [[member, address[member]]])),
  );
}

function optionView(option: FulfillmentOption, { cart }: Assessment, language: string) {
  const { currency, time_zone } = cart.shop.settings;
  return {
    id: option.id,
    title: option.title,
    ...(option.carrier !== undefined && { carrier: option.carrier }),
    description: option.description,
    totals: [{ type: 'total', amount: option.amount, display_text: displayAmount(option.amount, currency, language) }],
    earliest_fulfillment_time: isoTime(option.earliest),
    latest_fulfillment_time: isoTime(option.latest),
    days: promisedDays(option.earliest, option.latest, language, time_zone),
  };
}

/** Entries of `list_fulfillment_methods`, one for each option (docs/checkout.md, Fulfillment). */
export function fulfillmentMethodsView(assessment: Assessment, language: string) {
  return assessment.pricing.options.map((option) => ({
    ...optionView(option, assessment, language),
    method_type: option.method_type,
    line_item_ids: [...option.line_ids],
  }));
}
