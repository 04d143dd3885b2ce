import { hash } from 'node:crypto';
import type { Checkout, Terms } from '../domain/checkout/checkout.js';

/**
 * The terms of a completed checkout are mostly copies of the shop's settings and of items, the same in thousands of checkouts.
 * So each of these parts is stored once per shop, and the checkout names them. Only a completed checkout does: it is kept for
 * good, so no part ever has to be found that nobody names any more. Parts hold what merchants write; nothing of a buyer.
 */

/** A shop, an item or a discount as it was: its JSON, and the SHA-256 of that in base64url. */
export interface SharedPart {
  readonly hash: string;
  readonly body: string;
}

interface NamedParts {
  readonly shop: string;
  readonly items: readonly string[];
  readonly discounts: readonly string[];
}

/** What a checkout is stored as. */
type StoredCheckout = Omit<Checkout, 'frozen'> & {
  readonly frozen?: Terms | (Omit<Terms, keyof NamedParts> & NamedParts);
};

/** What is stored of a checkout, and the parts that it names. */
export function withoutParts(checkout: Checkout): {
  readonly row: StoredCheckout;
  readonly parts: readonly SharedPart[];
} {
  const { frozen } = checkout;
  if (!frozen || checkout.state !== 'completed') return { row: checkout, parts: [] };
  const shop = partOf(frozen.shop);
  const items = frozen.items.map(partOf);
  const discounts = frozen.discounts.map(partOf);
  const named: NamedParts = { shop: shop.hash, items: items.map(hashOf), discounts: discounts.map(hashOf) };
  return { row: { ...checkout, frozen: { ...frozen, ...named } }, parts: [shop, ...items, ...discounts] };
}

/** Whether terms, as they are stored, name their parts. */
export function namesParts(frozen: { readonly shop: unknown } | undefined): frozen is NamedParts {
  return typeof frozen?.shop === 'string';
}

/** Stored terms with their parts, each of which `read` answers by its hash. */
export function withParts<Part>(named: NamedParts, read: (hash: string) => Part) {
  return { ...named, shop: read(named.shop), items: named.items.map(read), discounts: named.discounts.map(read) };
}

function partOf(value: Terms['shop'] | Terms['items'][number] | Terms['discounts'][number]): SharedPart {
  const body = JSON.stringify(value);
  return { hash: hash('sha256', body, 'base64url'), body };
}

function hashOf(part: SharedPart): string {
  return part.hash;
}
