import { hash } from 'node:crypto';
import type { Checkout, Terms } from '../domain/checkout/checkout.js';
import { oncePer } from '../domain/values/once-per.js';

/**
 * The frozen terms of a checkout are mostly copies of shop settings and items, equal in thousands of checkouts. So each
 * part is stored once per shop when a payment begins, and checkouts refer to it by hash. If the payment fails, the part
 * stays; on a file, `portal compact` deletes it if no other checkout refers to it. Parts hold data of merchants, never of
 * buyers.
 */

/** A snapshot of a shop, an item or a discount: JSON, and its SHA-256 in base64url. */
export interface SharedPart {
  readonly hash: string;
  readonly body: string;
}

interface NamedParts {
  readonly shop: string;
  readonly items: readonly string[];
  readonly discounts: readonly string[];
}

/** Stored form of a checkout. */
type StoredCheckout = Omit<Checkout, 'frozen'> & {
  readonly frozen?: Terms | (Omit<Terms, keyof NamedParts> & NamedParts);
};

/** Splits a checkout into its stored form and the parts to which it refers. */
export function withoutParts(checkout: Checkout): {
  readonly row: StoredCheckout;
  readonly parts: readonly SharedPart[];
} {
  const { frozen } = checkout;
  if (!frozen) return { row: checkout, parts: [] };
  const shop = partOf(frozen.shop);
  const items = frozen.items.map(partOf);
  const discounts = frozen.discounts.map(partOf);
  const named: NamedParts = { shop: shop.hash, items: items.map(hashOf), discounts: discounts.map(hashOf) };
  return { row: { ...checkout, frozen: { ...frozen, ...named } }, parts: [shop, ...items, ...discounts] };
}

/** True if stored terms refer to parts. */
export function namesParts(frozen: { readonly shop: unknown } | undefined): frozen is NamedParts {
  return typeof frozen?.shop === 'string';
}

/** Joins stored terms with their parts; `read` returns a part by its hash. */
export function withParts<Part>(named: NamedParts, read: (hash: string) => Part) {
  return { ...named, shop: read(named.shop), items: named.items.map(read), discounts: named.discounts.map(read) };
}

/** Computed once per row object, since most purchases freeze the same rows. */
const partOf = oncePer((value: Terms['shop'] | Terms['items'][number] | Terms['discounts'][number]): SharedPart => {
  const body = JSON.stringify(value);
  return { hash: hash('sha256', body, 'base64url'), body };
});

function hashOf(part: SharedPart): string {
  return part.hash;
}
