import { z } from 'zod';
import { taxLines } from './books-contract.js';
import { addressMembers, country, dateTime, id, lineIds, methodType, optionTotals } from './shared-contract.js';

/** API document, Fulfillment `options`; carrier, description and times are present if the option has them. */
const option = z.strictObject({
  id,
  title: z.string(),
  carrier: z.string().optional(),
  description: z.string().optional(),
  totals: optionTotals,
  earliest_fulfillment_time: dateTime.optional(),
  latest_fulfillment_time: dateTime.optional(),
  days: z.string().min(1),
});

/** API document, Fulfillment `groups`. */
const group = z.strictObject({
  id,
  line_item_ids: lineIds,
  selected_option_id: id.nullable(),
  options: z.array(option),
});

/**
 * API document, Fulfillment `destinations`: flat members (a shipping destination) or `name` and `address` (a pickup
 * location). `full_name` is returned as `name`, so it is not a member here.
 */
const destination = z
  .strictObject({
    id,
    ...addressMembers,
    name: z.string().optional(),
    address: z.strictObject(addressMembers).optional(),
  })
  .refine(
    (place) => country.safeParse(place.address_country ?? place.address?.address_country).success,
    'a destination has a country, of its own or in its address',
  );

/** API document, Fulfillment `methods`. */
const method = z.strictObject({
  id,
  line_item_ids: lineIds,
  type: methodType,
  selected_destination_id: id.nullable(),
  destinations: z.array(destination),
  groups: z.array(group),
});

/** API document, Fulfillment `available_methods`. */
const availableMethod = z.strictObject({
  line_item_ids: lineIds,
  type: methodType,
  description: z.string(),
  fulfillable_on: z.string().nullable(),
});

/** API document, Fulfillment (variant F of a checkout); lists are present even if empty. */
export const fulfillment = z.strictObject({
  available_methods: z.array(availableMethod),
  methods: z.array(method),
  tax_lines: taxLines,
});

/** An entry of `list_fulfillment_methods` (docs/checkout.md, Fulfillment). */
export const fulfillmentMethod = z.strictObject({
  id,
  method_type: methodType,
  title: z.string(),
  carrier: z.string().optional(),
  description: z.string().optional(),
  totals: optionTotals,
  earliest_fulfillment_time: dateTime.optional(),
  latest_fulfillment_time: dateTime.optional(),
  days: z.string().min(1),
  line_item_ids: lineIds,
});

/** Body of `list_fulfillment_methods`: a list without pages. */
export const fulfillmentMethods = z.strictObject({ data: z.array(fulfillmentMethod) });
