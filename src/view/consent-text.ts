import { lineTitle } from '../domain/shop/item-title.js';
import type { CheckoutF } from '../schema/checkout.js';
import { findLocale } from '../texts/locale.js';
import type { Texts } from '../texts/texts.js';

/** Maximum number of lines shown to the buyer; further lines are only counted. */
const MAX_LINES = 20;

/** Builds the question before a payment: lines, destination and all totals, in the language of the amounts. */
export function consentText(full: CheckoutF): string {
  const { line_items, totals } = full;
  const { texts } = findLocale(undefined, full.context.language);
  const { question, summary } = texts;
  const more = line_items.length - MAX_LINES;
  return [
    question.pay,
    ...line_items.slice(0, MAX_LINES).map(lineText),
    ...(more > 0 ? [question.more_lines(more)] : []),
    ...destinationText(full, texts),
    ...totals.map(({ type, amount, display_text }) => `${summary[type]}: ${display_text ?? amount}`),
  ].join('\n');
}

function lineText(line: CheckoutF['line_items'][number]): string {
  const { quantity, properties, totals } = line;
  const chosen = properties.map(({ name, value }) => `${name}: ${value}`).join(', ');
  const total = totals.find(({ type }) => type === 'total')?.display_text ?? '';
  return `${quantity} × ${lineTitle(line)}${chosen === '' ? '' : ` (${chosen})`}: ${total}`;
}

function destinationText({ fulfillment }: CheckoutF, { question }: Texts): string[] {
  return fulfillment.methods.flatMap(({ type, destinations, selected_destination_id, groups }) => {
    const option = groups.flatMap((group) => group.options.filter(({ id }) => id === group.selected_option_id))[0];
    if (type === 'digital' || !option) return [];
    const place = destinations.find(({ id }) => id === selected_destination_id);
    if (type === 'pickup' || !place) return [option.title];
    const { name, street_address, extended_address, address_locality, address_region, postal_code } = place;
    const parts = [name, street_address, extended_address, address_locality, address_region, postal_code];
    const to = [...parts, place.address_country].filter((part) => part !== undefined).join(', ');
    return [question.option_to(option.title, to)];
  });
}
