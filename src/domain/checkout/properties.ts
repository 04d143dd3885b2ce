import { messageText } from '../errors/message-text.js';
import { PortalError } from '../errors/portal-error.js';
import type { Item, LineProperty, PropertySpec, PropertyValue } from '../shop/item.js';
import { foldCase } from '../values/fold-case.js';
import { localizedError } from '../values/format-text.js';
import { nearest } from '../values/nearest.js';
import { isBlank } from '../values/text.js';

export const MAX_FREE_TEXT = 500;

/**
 * Checks a line's properties against the item's specs.
 * @throws PortalError `property_unknown`, `property_value_invalid`, `invalid_request` (same name twice)
 */
export function checkProperties(item: Item, properties: readonly LineProperty[], path: string): void {
  const seen = new Set<string>();
  properties.forEach(({ name, value }, index) => {
    const at = `${path}[${index}]`;
    const spec = specOf(item, name);
    if (!spec) throw unknownProperty(item, name, `${at}.name`);
    if (seen.has(name)) {
      throw new PortalError('invalid_request', `${at}.name: each property can be set once`);
    }
    seen.add(name);
    if (spec.values.length > 0 && !listedValue(spec, value)) {
      throw otherValue(spec, value, `${at}.value`);
    }
    if (isBlank(value) || value.length > MAX_FREE_TEXT) {
      const limit = { path: `${at}.value`, property: name, most: MAX_FREE_TEXT };
      throw localizedError('property_value_invalid', messageText('value_length', limit));
    }
  });
}

function otherValue(spec: PropertySpec, value: string, path: string): PortalError {
  const all = spec.values.map((entry) => entry.value);
  const params = { path, property: spec.name, values: quoted(all) };
  const near = nearest(value, all);
  return localizedError(
    'property_value_invalid',
    near === undefined ? messageText('other_value', params) : messageText('other_value_near', { ...params, near }),
  );
}

function unknownProperty(item: Item, name: string, path: string): PortalError {
  const code = 'property_unknown';
  const all = item.property_specs.map((spec) => spec.name);
  if (all.length === 0) return localizedError(code, messageText('no_properties', { path, item: item.id }));
  const params = { path, item: item.id, names: quoted(all) };
  const near = nearest(name, all);
  return localizedError(
    code,
    near === undefined
      ? messageText('other_property', params)
      : messageText('other_property_near', { ...params, near }),
  );
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}

/** Changes properties to the item's spelling if they differ only in case, accents or punctuation. */
export function normalizeProperties(
  item: Item | undefined,
  properties: readonly LineProperty[],
): readonly LineProperty[] {
  return properties.map(({ name, value }) => {
    const specs = item?.property_specs ?? [];
    const spec = specs.find((one) => one.name === name) ?? specs.find((one) => isSameWord(one.name, name));
    const listed = spec?.values.some((one) => one.value === value)
      ? undefined
      : spec?.values.find((one) => isSameWord(one.value, value));
    return { name: spec?.name ?? name, value: listed?.value ?? value };
  });
}

function isSameWord(a: string, b: string): boolean {
  const word = foldCase(a);
  return word !== '' && word === foldCase(b);
}

/** Lists required properties that the line lacks. */
export function missingProperties(item: Item, properties: readonly LineProperty[]): PropertySpec[] {
  return item.property_specs.filter((spec) => spec.required && !properties.some(({ name }) => name === spec.name));
}

/** Lists properties whose name or value the item no longer has. */
export function goneProperties(item: Item, properties: readonly LineProperty[]): LineProperty[] {
  return properties.filter(({ name, value }) => {
    const spec = specOf(item, name);
    return !spec || (spec.values.length > 0 && !listedValue(spec, value));
  });
}

/** Catalog price plus the price deltas of the chosen values, never below zero. Minor units. */
export function unitPrice(item: Item, properties: readonly LineProperty[]): number {
  const deltas = properties.map(({ name, value }) => {
    const spec = specOf(item, name);
    return (spec && listedValue(spec, value)?.price_delta) ?? 0;
  });
  return Math.max(
    0,
    deltas.reduce((price, delta) => price + delta, item.price),
  );
}

/** True if both lists have the same properties, in any order. */
export function sameProperties(a: readonly LineProperty[], b: readonly LineProperty[]): boolean {
  return (
    a.length === b.length && a.every((one) => b.some((other) => other.name === one.name && other.value === one.value))
  );
}

function specOf(item: Item, name: string): PropertySpec | undefined {
  return item.property_specs.find((spec) => spec.name === name);
}

function listedValue(spec: PropertySpec, value: string): PropertyValue | undefined {
  return spec.values.find((entry) => entry.value === value);
}
