import { lineTitle } from '../../domain/shop/item-title.js';
import type { OrderAnswer } from '../../schema/order.js';
import { type Form, readEntry } from '../checkout/form.js';
import { type Html, html } from '../html.js';
import { typedOr } from './form-fields.js';
import type { ShopVisit } from './shop-visit.js';

type Line = OrderAnswer['line_items'][number];

/** Units of a line that an action can be about. */
export interface LeftUnits {
  readonly line: Line;
  readonly left: number;
}

/** Units of a line in a request. */
interface NamedUnits {
  readonly id: string;
  readonly quantity: number;
}

const unitsField = (lineId: string) => `units.${lineId}`;

/** Returns the units that have not left the shop. */
export function unitsInShop({ line_items }: OrderAnswer): readonly LeftUnits[] {
  return countUnits(line_items, ({ total, fulfilled, canceled }) => total - fulfilled - canceled);
}

/** Returns the units that are with the buyer. */
export function unitsOut({ line_items }: OrderAnswer): readonly LeftUnits[] {
  return countUnits(line_items, ({ fulfilled, returned }) => fulfilled - returned);
}

/** Returns the units for which money can have been paid. */
export function unitsSold({ line_items }: OrderAnswer): readonly LeftUnits[] {
  return countUnits(line_items, ({ total, canceled }) => total - canceled);
}

function countUnits(lines: readonly Line[], count: (quantity: Line['quantity']) => number): readonly LeftUnits[] {
  return lines.map((line) => ({ line, left: count(line.quantity) })).filter(({ left }) => left > 0);
}

/** Reads how many units of each line the form names. A line without a field has `all` its units, or none. */
export function readUnits(form: Form, lines: readonly LeftUnits[], missing: 'all' | 'none'): readonly NamedUnits[] {
  return lines.flatMap(({ line, left }) => {
    const quantity = Number(readEntry(form, unitsField(line.id)) ?? (missing === 'all' ? left : 0));
    return quantity === 0 ? [] : [{ id: line.id, quantity }];
  });
}

/**
 * Renders a field for the units of each line.
 * @param form the prefix of its ids
 * @param filled the number in it at first
 * @param typed the form if it was rejected
 */
export function unitFields(
  { locale }: ShopVisit,
  form: string,
  lines: readonly LeftUnits[],
  filled: 'all' | 'none',
  typed: Form | undefined,
): readonly Html[] {
  const { desk } = locale.texts;
  return lines.map(({ line, left }) => {
    const id = `${form}-${line.id}`;
    const value = typedOr(typed, unitsField(line.id), filled === 'all' ? String(left) : '0');
    return html`<div class="field"><label for="${id}">${desk.units_of(lineTitle(line), left)}</label><input id="${id}" name="${unitsField(line.id)}" type="number" min="0" max="${left}" value="${value}" required></div>`;
  });
}
