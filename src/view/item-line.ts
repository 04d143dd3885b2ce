import type { ItemAnswer } from '../schema/item.js';
import type { ItemLine } from '../schema/item-line.js';

/** Maximum length of a description, in UTF-16 code units. */
const MAX_DESCRIPTION = 80;

/** An item in search results for agents; get_item returns it in full. */
export function itemLine(item: ItemAnswer): ItemLine {
  const { id, title, condition, description, price, currency, availability, property_specs, options, varies } = item;
  return {
    id,
    title,
    ...(condition && { condition }),
    ...(description !== '' && { description: beginningOf(description) }),
    price,
    currency,
    availability: availability.status,
    ...(availability.quantity !== null && { quantity: availability.quantity }),
    ...(property_specs.length > 0 && { properties: property_specs.map(propertyOf) }),
    ...(options && { options }),
    ...(varies && { varies }),
  };
}

function propertyOf({ name, required, values }: ItemAnswer['property_specs'][number]) {
  return {
    name,
    ...(required && { required }),
    ...(values.length > 0 && { values: values.map(({ value }) => value) }),
  };
}

/** The beginning of a text, with as many whole words as fit. */
function beginningOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= MAX_DESCRIPTION) return line;
  const cut = line.slice(0, MAX_DESCRIPTION).toWellFormed();
  const end = cut.lastIndexOf(' ');
  return `${end > 0 ? cut.slice(0, end) : cut.replace(/\ufffd$/, '')}…`;
}
