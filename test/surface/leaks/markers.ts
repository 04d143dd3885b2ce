import { createHash } from 'node:crypto';
import type { IdPrefix, Ids } from '../../../src/ports.js';

/** A marker text for each field of caller data, and the columns that may store it. */

const CHECKOUT = 'checkout.body';
const ORDER = 'order.body';
/** Columns of the words by which orders are found. */
const TERMS = ['order.terms', 'order_term.term'];
const SIGNED = 'receipt.signed_bytes';
/** Columns of stored responses. */
const ANSWERS = 'idempotency.body';

const NAMES = ['first_name', 'last_name', 'full_name'];
const PERSON = [...NAMES, 'phone_number'];
const PLACE = ['street_address', 'extended_address', 'address_locality', 'address_region', 'postal_code'];
const ADDRESS = [...PERSON, ...PLACE];
const CARD = ['number', 'cvc', 'cryptogram', 'eci_value', 'name'];

type Rows = readonly (readonly [field: string, columns: readonly string[]])[];

const each = (prefix: string, members: readonly string[], columns: readonly string[]): Rows =>
  members.map((member) => [`${prefix}.${member}`, columns]);

const KEPT: Rows = [
  ...each('buyer', ['email', ...NAMES], [CHECKOUT, ORDER, ...TERMS, ANSWERS]),
  ['buyer.phone_number', [CHECKOUT, ORDER, ANSWERS]],
  ...each('billing', NAMES, [CHECKOUT, ORDER, ...TERMS, ANSWERS]),
  ...each('billing', ['phone_number', ...PLACE], [CHECKOUT, ORDER, ANSWERS]),
  ...each('destination', NAMES, [CHECKOUT, ORDER, ...TERMS, ANSWERS]),
  ...each('destination', ['phone_number', ...PLACE, 'instructions'], [CHECKOUT, ORDER, ANSWERS]),
  ...each('envelope', NAMES, [CHECKOUT, ORDER, ...TERMS, ANSWERS]),
  ...each('envelope', ['phone_number', ...PLACE], [CHECKOUT, ORDER, ANSWERS]),
  ...each(
    'instrument',
    ['id', 'brand', 'last_digits', 'rich_card_art', 'rich_text_description'],
    [CHECKOUT, ORDER, ANSWERS],
  ),
  ...each('instrument.billing', ADDRESS, [CHECKOUT, ORDER, ANSWERS]),
  ['line.id', [CHECKOUT, ORDER, ANSWERS]],
  ['line.property', [CHECKOUT, ORDER, ANSWERS]],
  ['hold.reason', [ORDER, ANSWERS]],
  ...each('event', ['carrier', 'tracking_url', 'description'], [ORDER, ANSWERS]),
  ['event.tracking_number', [ORDER, ...TERMS, ANSWERS]],
  ['hold.note', [ORDER, ANSWERS]],
  ['received.reference', [ORDER, ANSWERS]],
  ['adjustment.reason', [ORDER, ANSWERS]],
  ['cancel.reason', [ORDER, ANSWERS]],
  ['receipt.job_id', ['receipt.job_id', SIGNED]],
  ['receipt.resolution', ['receipt.resolution', SIGNED]],
  ['receipt.context_hash', ['receipt.context_hash', SIGNED]],
  ...each('receipt', ['metadata', 'metadata name'], [SIGNED]),
  ...each('submission', ['metadata', 'metadata name'], ['receipt.metadata']),
  ['revocation.reason', ['signing_key.body', ANSWERS]],
  ['buyer reference', ['checkout.body', 'checkout.buyer_id', 'order.body', 'order.buyer_id']],
  // The buyer's page sends no idempotency key.
  ...each('page.buyer', ['email', 'full_name'], [CHECKOUT, ORDER, ...TERMS]),
  ['page.destination.full_name', [CHECKOUT, ORDER, ...TERMS]],
  ...each('page.destination', [...PLACE, 'instructions'], [CHECKOUT, ORDER]),
];

const NOWHERE: Rows = [
  ...each('credential', ['type', 'token', ...CARD], []),
  ...each(
    'other instrument',
    ['id', 'brand', 'last_digits', 'rich_card_art', 'rich_text_description', 'token', ...ADDRESS],
    [],
  ),
  ...each('other destination', ADDRESS, []),
  ['page.token', []],
  ['page.problem', []],
  ['idempotency key', []],
  ['unknown key', []],
  ['search.query', []],
  ['search.cursor', []],
  ['code tried', []],
  ['item tried', []],
  ['property tried', []],
  ['property value tried', []],
  ['option tried', []],
  ['handler tried', []],
  ['id tried', []],
  ['time tried', []],
  ['private key', []],
  ['public key tried', []],
  ['key proof tried', []],
  ['signature tried', []],
  ['resolution tried', []],
  ['version tried', []],
  ['user agent', []],
  ['protocol version', []],
];

/** Every field with exactly the columns that contain it after all calls. */
export const FIELDS: ReadonlyMap<string, readonly string[]> = new Map([...KEPT, ...NOWHERE]);

/** Fields that are names rather than data: errors may repeat them, and log lines may have the protocol version. */
export const NAMED: Readonly<Record<string, readonly ('refusal' | 'log')[]>> = {
  'line.id': ['refusal'],
  'protocol version': ['refusal', 'log'],
};

/** Data that must appear nowhere, not even in a response to its caller. */
export const SECRET: readonly string[] = NOWHERE.map(([field]) => field);

/** Markers for fields that accept only digits. Short ones are searched for only as whole words. */
const DIGITS: Readonly<Record<string, string>> = {
  'credential.number': '4916338506082832',
  'credential.cvc': '7391',
  'instrument.last_digits': '8462',
  'other instrument.last_digits': '5173',
};

/** Marker texts, short enough for every limit. */
const TEXTS = new Map(
  [...FIELDS.keys()].map((field) => {
    const text = `mk${createHash('sha256').update(field).digest('hex').slice(0, 8)}`;
    return [field, DIGITS[field] ?? text];
  }),
);

/** Returns the marker text of a field. */
export function marker(field: string): string {
  const text = TEXTS.get(field);
  if (text === undefined) throw new Error(`${field} has no row in the table`);
  return text;
}

/** True if a text contains a field's marker, ignoring case. */
export function holds(text: string, field: string): boolean {
  const value = marker(field);
  if (value.length > 4) return lowerCaseOf(text).includes(value);
  return new RegExp(`(?<![\\w.-])${value}(?![\\w.-])`).test(text);
}

const lowerCase = new Map<string, string>();

/** Lowercases a text once and caches the result, because long texts are searched for the marker of every field. */
function lowerCaseOf(text: string): string {
  const known = lowerCase.get(text) ?? text.toLowerCase();
  lowerCase.set(text, known);
  return known;
}

/** Creates ids without a short marker, which a part of a UUID may equal. */
export function idsWithoutMarkers(ids: Ids): Ids {
  const next = (prefix: IdPrefix): string => {
    const id = ids.next(prefix);
    return Object.values(DIGITS).some((digits) => id.split(/\W/).includes(digits)) ? next(prefix) : id;
  };
  return { ...ids, next };
}

/** Returns the members of an address, with markers as values. */
export function address(prefix: string): Record<string, string> {
  return { ...marked(prefix, ADDRESS), address_country: 'US' };
}

export function marked(prefix: string, members: readonly string[]): Record<string, string> {
  return Object.fromEntries(members.map((member) => [member, marker(`${prefix}.${member}`)]));
}

export const personOf = (prefix: string) => marked(prefix, PERSON);
export const placeOf = (prefix: string) => marked(prefix, PLACE);
export const emailOf = (prefix: string) => `${marker(`${prefix}.email`)}@leak.example`;
/** Members of a credential that an agent may know; `cardCredential` has the others. */
export const tokenCredential = () => marked('credential', ['type', 'token']);
export const cardCredential = () => ({
  ...marked('credential', CARD),
  ...{ card_number_type: 'fpan', expiry_month: 1, expiry_year: 2031 },
});
export const fullCredential = () => ({ ...tokenCredential(), ...cardCredential() });
