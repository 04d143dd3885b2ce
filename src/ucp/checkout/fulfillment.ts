import { findItem } from '../../domain/checkout/checkout.js';
import { type FulfillmentOption, servableLines } from '../../domain/checkout/fulfillment.js';
import type { Assessment } from '../../domain/checkout/status.js';
import { FULFILLMENT_TYPES, type FulfillmentType } from '../../domain/shop/item.js';
import { itemTitle } from '../../domain/shop/item-title.js';
import type { Shop } from '../../domain/shop/shop.js';
import { dayOf } from '../../domain/values/calendar.js';
import { promisedDays } from '../../texts/dates.js';
import { isoTime } from '../../view/format.js';
import type {
  CanonicalDestination,
  CanonicalFulfillment,
  CanonicalMethod,
  CanonicalOption,
} from './canonical-forms.js';

/** Id of the destination if the platform sent none. */
export const DESTINATION_ID = 'dest_1';

/** Maximum number of items or pickup locations named in one sentence. */
const MAX_NAMED = 3;

/**
 * All physical items share one method with one group (docs/ucp.md): the selected method, otherwise the requested one,
 * otherwise shipping if any item can be shipped, otherwise pickup. Digital items have a separate method.
 */
export function toCanonicalFulfillment(assessment: Assessment): CanonicalFulfillment {
  const physical = physicalMethod(assessment);
  const types = physical ? [physical, 'digital' as const] : (['digital'] as const);
  return {
    methods: types.flatMap((type) => methodOf(assessment, type) ?? []),
    available: FULFILLMENT_TYPES.flatMap((type) => availableOf(assessment, type) ?? []),
  };
}

function physicalMethod({ cart, pricing }: Assessment): 'shipping' | 'pickup' | undefined {
  const has = (type: FulfillmentType) => servableLines(cart, type).length > 0;
  const { selected } = pricing;
  if (selected && selected.method_type !== 'digital') return selected.method_type;
  const asked = cart.checkout.platform?.method;
  if (asked && has(asked)) return asked;
  return has('shipping') ? 'shipping' : has('pickup') ? 'pickup' : undefined;
}

function methodOf(assessment: Assessment, type: FulfillmentType): CanonicalMethod | undefined {
  const { cart, pricing } = assessment;
  const line_item_ids = servableLines(cart, type).map(({ id }) => id);
  if (line_item_ids.length === 0) return undefined;
  const options = pricing.options.filter((option) => option.method_type === type);
  const selected = type === 'digital' ? options[0] : options.find((option) => option === pricing.selected);
  // Once a pickup location is selected, it is the only option shown.
  const shown = type === 'pickup' && selected ? [selected] : options;
  const destinations = destinationsOf(assessment, type, options);
  return {
    id: `method_${type}`,
    type,
    line_item_ids,
    destinations,
    selected_destination_id: type === 'pickup' ? (selected?.id ?? null) : (destinations[0]?.id ?? null),
    group: {
      id: `group_${type}`,
      selected_option_id: selected?.id ?? null,
      options: shown.map((option) => optionOf(option, cart.shop)),
    },
  };
}

function destinationsOf(
  { cart }: Assessment,
  type: FulfillmentType,
  options: readonly FulfillmentOption[],
): CanonicalDestination[] {
  const { destination, platform } = cart.checkout;
  if (type === 'pickup') {
    return options.flatMap(({ id, location }) =>
      location ? [{ id, name: location.title, address: location.address }] : [],
    );
  }
  return type === 'shipping' && destination
    ? [{ id: platform?.destination_id ?? DESTINATION_ID, address: destination }]
    : [];
}

/**
 * Canonical form of an option. Its description must not repeat the title (UCP, Fulfillment, Business Responsibilities).
 */
function optionOf(option: FulfillmentOption, { settings }: Shop): CanonicalOption {
  const { id, title, carrier, amount, earliest, latest } = option;
  const words = option.description.includes(title) ? [] : [option.description];
  const isImmediate = earliest === latest;
  const days = isImmediate ? [] : [promisedDays(earliest, latest, settings.language, settings.time_zone)];
  const description = [...days, ...words].join('. ');
  return {
    id,
    title,
    ...(description !== '' && { description }),
    ...(carrier !== undefined && { carrier }),
    amount,
    earliest: isoTime(earliest),
    latest: isoTime(latest),
  };
}

function availableOf(assessment: Assessment, type: FulfillmentType) {
  const { cart, pricing } = assessment;
  const lines = servableLines(cart, type);
  if (lines.length === 0) return undefined;
  const options = pricing.options.filter((option) => option.method_type === type);
  const [first] = options.map(({ earliest }) => earliest).sort((a, b) => a - b);
  const day = first === undefined ? null : dayOf(first, cart.shop.settings.time_zone);
  const titles = [...new Set(lines.map((line) => itemTitle(findItem(cart, line))))];
  const more = titles.length > MAX_NAMED ? ` and ${titles.length - MAX_NAMED} more` : '';
  const what = `${titles.slice(0, MAX_NAMED).join(', ')}${more}`;
  return {
    type,
    line_item_ids: lines.map(({ id }) => id),
    fulfillable_on: day,
    description: sentence(type, what, day, options),
  };
}

/** Describes items, time and place in one sentence. */
function sentence(
  type: FulfillmentType,
  what: string,
  day: string | null,
  options: readonly FulfillmentOption[],
): string {
  const when = day === null ? 'on days that depend on the address' : `from ${day} on`;
  if (type === 'digital') return `${what}: sent to the email address of the buyer ${when}.`;
  if (type === 'shipping') return `${what}: delivered to the address of the buyer ${when}.`;
  const places = options.slice(0, MAX_NAMED).map(({ title }) => title);
  const more = options.length > MAX_NAMED ? ` and ${options.length - MAX_NAMED} more places` : '';
  return `${what}: ready for pickup ${when} at ${places.join(', ')}${more}.`;
}
