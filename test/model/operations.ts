import type { Address, SettingsName } from './settings.js';
import type { GoodsChange, GoodsName } from './shop.js';
import type { Property } from './state.js';

/** Operations on the shop as plain data. Lines are named by position, so every operation fits every cart. */

export const BUYERS = ['ada', 'bob'] as const;
export type BuyerName = (typeof BUYERS)[number];

export interface Entry {
  readonly item: GoodsName | 'nothing';
  readonly quantity: number;
  readonly properties?: readonly Property[] | undefined;
  /** A line id chosen by the caller. */
  readonly id?: string | undefined;
  /** An id chosen by the caller, or the position of a line in the cart. */
  readonly parent?: string | number | undefined;
}

/** Position of a line that does not exist; other positions wrap around the lines of the cart. */
export const NO_LINE = -1;

export interface Target {
  readonly by: BuyerName;
  /** The buyer's current cart, or the one before it. */
  readonly at: 'current' | 'former';
}

export interface CartActions {
  readonly add: { readonly entries: readonly Entry[] };
  readonly update: {
    readonly line: number;
    readonly quantity: number;
    readonly properties?: readonly Property[] | undefined;
  };
  readonly remove: { readonly line: number };
  readonly 'apply code': { readonly code: string };
  readonly 'remove code': { readonly code: string };
  readonly 'set buyer': { readonly email?: string | undefined; readonly billing?: string | undefined };
  readonly 'set destination': { readonly to: AddressName };
  /** `to` is the only entry of the request's `destinations`; 'nowhere' sends an empty list. */
  readonly select: { readonly option: string; readonly to?: AddressName | 'nowhere' | undefined };
  readonly 'list methods': Readonly<Record<never, never>>;
  /** `over`: difference between the sent total and the correct one. */
  readonly complete: { readonly payment: PaymentName; readonly over: number };
  readonly cancel: Readonly<Record<never, never>>;
  readonly 'confirm age': Readonly<Record<never, never>>;
  readonly approve: Readonly<Record<never, never>>;
}

export interface ShopActions {
  readonly 'put settings': { readonly settings: SettingsName };
  readonly 'change goods': { readonly item: GoodsName; readonly change: GoodsChange };
  readonly stock: { readonly item: GoodsName; readonly units: number };
  /** `terms`: index into the code's list of terms; an index beyond the list selects the last entry. */
  readonly 'put discount': { readonly code: string; readonly terms: number };
  readonly 'delete discount': { readonly code: string };
  /** `minutes`: 0 waits until one second before the next full hour, counted from the start. */
  readonly wait: { readonly minutes: number };
}

type Named<Actions> = { [Name in keyof Actions]: { readonly do: Name } & Actions[Name] }[keyof Actions];

export type CartAction = Named<CartActions>;
export type CartOperation = Target & CartAction;
export type ShopOperation = Named<ShopActions>;
export type Operation = CartOperation | ShopOperation;

export function isOnCart(operation: Operation): operation is CartOperation {
  return 'by' in operation;
}

/** Formats an operation for a report, such as `ada: update {"line":0,"quantity":2}`. */
export function textOf(operation: Operation): string {
  if (!isOnCart(operation)) {
    const { do: name, ...rest } = operation;
    return `merchant: ${name} ${JSON.stringify(rest)}`;
  }
  const { do: name, by, at, ...rest } = operation;
  return `${by}${at === 'former' ? ', former cart' : ''}: ${name} ${JSON.stringify(rest)}`;
}

const NAMED = { full_name: 'Ada Park' };
const STREET = { street_address: '1 Main St', address_locality: 'Town' };

export const ADDRESSES = {
  portland: { ...NAMED, ...STREET, address_country: 'US', address_region: 'OR', postal_code: '97214' },
  fresno: { ...NAMED, ...STREET, address_country: 'us', address_region: 'ca', postal_code: '93650' },
  berlin: { ...NAMED, ...STREET, address_country: 'DE', postal_code: '10115' },
  paris: { ...STREET, address_country: 'FR', postal_code: '75001' },
  'the US': { address_country: 'US' },
} as const satisfies Record<string, Address>;
export type AddressName = keyof typeof ADDRESSES;

const CARD = { id: '1', handler_id: 'sandbox_card', type: 'card', brand: 'visa', last_digits: '4242' };
const card = (token: string) => ({ ...CARD, credential: { type: 'token', token } });

export const PAYMENTS = {
  'a card': card('tok_approve'),
  'a declined card': card('tok_decline'),
  'a card that stays pending': card('tok_pending'),
  'an unknown token': card('tok_other'),
  'an invoice': { id: '1', handler_id: 'invoice' },
  'an unknown handler': { id: '1', handler_id: 'barter' },
  'nothing named': null,
} as const;
export type PaymentName = keyof typeof PAYMENTS;
