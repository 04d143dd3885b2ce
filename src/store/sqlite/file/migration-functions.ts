import type { Database } from 'better-sqlite3';
import { AttestationError } from '../../../attestation/attestation-error.js';
import { utf8 } from '../../../attestation/bytes.js';
import { contextHash } from '../../../attestation/context-hash.js';
import { receiptOf } from '../../../attestation/receipt.js';
import { restoreAmounts } from '../../../domain/order/earlier-order.js';
import { orderTerms } from '../../../domain/order/order-terms.js';
import { receiptContext } from '../../../domain/order/receipt-context.js';
import { signedColumns } from '../../../domain/receipt/signed-columns.js';
import { replaceRegionNames } from '../../../domain/shop/region-codes.js';
import { replaceRegionName } from '../../../domain/values/address.js';
import { withoutParts } from '../../shared-terms.js';

/** Functions that migrations call by name, to compute parts of row bodies by the rules of the domain. */
const FUNCTIONS: Readonly<Record<string, (...bodies: [string, string]) => string>> = {
  // For orders placed before receipts could refer to them (migration 5).
  receipt_context_hash: (body) => contextHash(receiptContext(JSON.parse(body))),
  // Lookup columns of receipts (migration 17).
  receipt_column: signedColumn,
  // Search terms of orders (migration 13).
  order_terms: (body) => JSON.stringify(orderTerms(JSON.parse(body))),
  shop_with_region_codes(body) {
    const shop = JSON.parse(body);
    return JSON.stringify({ ...shop, settings: replaceRegionNames(shop.settings) });
  },
  checkout_with_region_codes(body) {
    const checkout = JSON.parse(body);
    for (const member of ['destination', 'billing_address'])
      if (checkout[member]) checkout[member] = replaceRegionName(checkout[member]);
    return JSON.stringify(checkout);
  },
  // Completed checkouts with terms that refer to parts by hash (migration 18), and those parts with their hashes.
  checkout_without_parts: (body) => JSON.stringify(withoutParts(JSON.parse(body)).row),
  shared_parts: (body) => JSON.stringify(withoutParts(JSON.parse(body)).parts),
  order_with_books: (order, checkout) => JSON.stringify(restoreAmounts(JSON.parse(order), JSON.parse(checkout))),
  // Terms frozen at payment contain copies of the items, which need the members that migration 11 added to items.
  checkout_with_item_members(body) {
    const checkout = JSON.parse(body);
    for (const item of checkout.frozen.items) Object.assign(item, withoutVariant(item));
    return JSON.stringify(checkout);
  },
};

/** The members that migration 11 added to items, with their values for an item that is not a variant. */
function withoutVariant({ image_url }: { readonly image_url: string | null }) {
  const images = image_url === null ? [] : [{ url: image_url, alt: null }];
  return { product_id: null, options: [], gtin: null, mpn: null, backorder: null, images };
}

/**
 * Computes a column of a receipt. Returns '' if it is null, and for bytes that are not a receipt, which `portal log
 * verify` reports.
 */
function signedColumn(signedText: string, column: string): string {
  const signedBytes = utf8(signedText);
  try {
    return String(Reflect.get(signedColumns(receiptOf(signedBytes), signedBytes), column) ?? '');
  } catch (error) {
    if (error instanceof AttestationError) return '';
    throw error;
  }
}

export function addMigrationFunctions(database: Database): void {
  for (const [name, compute] of Object.entries(FUNCTIONS))
    database.function(name, { deterministic: true, varargs: true }, (body, second) =>
      compute(String(body), String(second)),
    );
}
