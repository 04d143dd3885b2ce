import type { Checkout } from '../../../domain/checkout/checkout.js';
import { byteCache } from '../../../domain/values/bounded-cache.js';
import { required } from '../../../domain/values/required.js';
import { decodeUnreadCheckout, type StoredRow, type UnreadCheckout } from '../../decode-row.js';
import type { SharedPart } from '../../shared-terms.js';
import type { Session } from '../connection/session.js';
import { findCachedRow, keepRow } from './cached-rows.js';

/** Maximum JSON text of the parsed parts in memory, in characters; the least recently read ones are dropped first. */
const MAX_CHARACTERS = 2 * 2 ** 20;
/** Parsed parts by the hash of their contents. They are never stale, and the same for all databases. */
const kept = byteCache<object>(MAX_CHARACTERS);

const PARTS = `
  SELECT wanted.hash, part.body FROM unnest($1::text[], $2::text[]) AS wanted (shop_id, hash)
  CROSS JOIN LATERAL (
    SELECT body FROM shared_part WHERE shared_part.shop_id = wanted.shop_id AND shared_part.hash = wanted.hash
  ) AS part`;

/** A row with its key. */
export type KeyedRow = StoredRow & { readonly key: string };

/**
 * Reads checkouts with the parts of their terms (src/store/shared-terms.ts). Parts that are not in memory need another
 * round trip.
 */
export async function readCheckouts(session: Session, stored: readonly KeyedRow[]): Promise<Checkout[]> {
  const rows = stored.map((row) => ({ row, known: findCachedRow('checkout', row.key, row) }));
  const unread = new Map(rows.filter(({ known }) => !known).map(({ row }) => [row, decodeUnreadCheckout(row)]));
  const parts = await partsOf(session, [...unread.values()]);
  const partRead = (_shop: string, hash: string) => required(parts.get(hash), `part ${hash} of a checkout's terms`);
  return rows.map(
    ({ row, known }) =>
      known ?? keepRow('checkout', row.key, row, required(unread.get(row), row.key).withParts(partRead)),
  );
}

/** Finds the parts to which checkouts refer, keyed by hash. */
async function partsOf(session: Session, unread: readonly UnreadCheckout[]): Promise<Map<string, object>> {
  const parts = new Map<string, object>();
  const wanted = new Map<string, string>();
  for (const { shop_id, parts: named } of unread)
    for (const hash of named) {
      const known = kept.get(hash);
      if (known) parts.set(hash, known);
      else wanted.set(hash, shop_id);
    }
  for (const { hash, body } of await readParts(session, wanted)) {
    const part = JSON.parse(body);
    parts.set(hash, part);
    kept.set(hash, part, { size: body.length });
  }
  return parts;
}

/** Reads parts by hash, each from one shop that has it. */
async function readParts(session: Session, wanted: ReadonlyMap<string, string>): Promise<SharedPart[]> {
  if (wanted.size === 0) return [];
  return session.query<SharedPart & { readonly hash: string }>(PARTS, [[...wanted.values()], [...wanted.keys()]]);
}
