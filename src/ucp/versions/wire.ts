import type { Instrument } from '../../domain/checkout/instrument.js';
import { omitUndefined } from '../../domain/values/present.js';
import { addressView } from '../../view/fulfillment-view.js';
import { DISCOUNT, LINE_PROPERTIES } from '../capabilities.js';
import type {
  CanonicalCart,
  CanonicalCheckout,
  CanonicalContent,
  CanonicalLine,
  CanonicalMethod,
  CanonicalOption,
} from '../checkout/canonical-forms.js';

/** Members of a checkout's wire form that are the same in 2026-04-08 and later. */
export function baseCheckout(canonical: CanonicalCheckout, active: ReadonlySet<string>) {
  const { id, status, currency, line_items, totals, context, messages, links, instrument, expires_at } = canonical;
  return {
    id,
    status,
    currency,
    line_items: line_items.map((line) => lineWire(line, active)),
    totals,
    ...omitUndefined({ context }),
    messages,
    links,
    ...(instrument && { payment: { instruments: [instrumentWire(instrument)] } }),
    // Closed checkouts have no continue_url, so their expires_at is left out too.
    ...(canonical.continue_url !== undefined && { continue_url: canonical.continue_url, expires_at }),
    ...omitUndefined({ order: canonical.order }),
  };
}

/** Wire form of a cart; it is the same in all versions that have carts. */
export function cartWire(canonical: CanonicalCart, active: ReadonlySet<string>) {
  const { id, currency, line_items, totals, context, messages, links, expires_at, discounts } = canonical;
  return {
    id,
    currency,
    line_items: line_items.map((line) => lineWire(line, active)),
    totals,
    ...omitUndefined({ buyer: buyerWire(canonical), context }),
    ...(active.has(DISCOUNT) && { discounts }),
    messages,
    links,
    expires_at,
  };
}

function lineWire({ parent_id, properties, property_specs, ...line }: CanonicalLine, active: ReadonlySet<string>) {
  return {
    ...line,
    ...omitUndefined({ parent_id }),
    ...(active.has(LINE_PROPERTIES) && { properties, property_specs }),
  };
}

function instrumentWire(instrument: Instrument) {
  const { id, handler_id, type, billing_address, rich_text_description, rich_card_art, ...card } = instrument;
  const display = omitUndefined({ ...card, description: rich_text_description, card_art: rich_card_art });
  return {
    id,
    handler_id,
    type: type ?? handler_id,
    selected: true,
    ...(Object.keys(display).length > 0 && { display }),
    ...(billing_address && { billing_address: addressView(billing_address) }),
  };
}

export function buyerWire({ buyer }: Pick<CanonicalContent, 'buyer'>) {
  if (!buyer) return undefined;
  const { email, first_name, last_name, phone_number } = buyer;
  return omitUndefined({ email, first_name, last_name, phone_number });
}

/**
 * Wire form of a fulfillment method, without its destinations. `option` returns the members of an option that differ
 * between versions.
 */
export function methodWire(
  { id, type, line_item_ids, selected_destination_id, group }: CanonicalMethod,
  option: (one: CanonicalOption) => object,
) {
  const { selected_option_id, options } = group;
  return {
    id,
    type,
    line_item_ids,
    selected_destination_id,
    groups: [
      { id: group.id, line_item_ids, selected_option_id, options: options.map((one) => optionWire(one, option)) },
    ],
  };
}

function optionWire(option: CanonicalOption, more: (one: CanonicalOption) => object) {
  const { id, title, carrier, amount, earliest, latest } = option;
  return {
    id,
    title,
    ...more(option),
    ...omitUndefined({ carrier }),
    totals: [{ type: 'total', amount }],
    earliest_fulfillment_time: earliest,
    latest_fulfillment_time: latest,
  };
}
