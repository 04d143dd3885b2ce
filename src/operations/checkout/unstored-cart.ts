import { createHmac } from 'node:crypto';
import type { Context, RepeatableCall } from '../../calls/context.js';
import { type Checkout, newCheckout } from '../../domain/checkout/checkout.js';
import type { Deployment } from '../../domain/tenant/tenant.js';
import { boundedCache } from '../../domain/values/bounded-cache.js';
import { required } from '../../domain/values/required.js';
import type { Rows, Wanted } from '../../ports.js';

/** Number of carts looked up together in the first round, and in each later round. */
const FIRST_LOOK = 2;
const LOOK = 8;

/** Result of a buyer's last lookup. */
interface Found {
  /** Number of the unstored cart. A cart's number never becomes free again. */
  readonly nth: number;
  /** Ids that were looked up, by their numbers. */
  readonly ids: ReadonlyMap<number, string>;
}

/** Maximum number of buyers whose last lookup is cached. */
const MAX_CACHED = 5_000;
/** Last lookups, keyed by the buyer's first id. */
const found = boundedCache<Found>(MAX_CACHED);

const HOUR = 60 * 60 * 1000;

type Asking = Pick<Context<'carts'>, 'caller' | 'now' | 'services'>;

/**
 * Creates the empty cart of a caller who has none, with version 0. The first write stores it under this id. The id is a
 * keyed hash of a number counted per buyer: all readers compute the same id, nobody can guess it, and concurrent first
 * writes conflict on one row.
 */
export function unstoredCart(rows: Rows, asking: Asking): Checkout {
  const { caller, now } = asking;
  const { before, idOf, keep } = cartIdsOf(asking);
  const nth = firstFree(before, (numbers) => {
    const ids = numbers.map(idOf);
    const stored = rows.many('checkout', ids);
    return ids.map((id) => stored.has(id));
  });
  keep(nth);
  return emptyCart(idOf(nth), required(caller.deployment, 'deployment'), caller.buyer_id ?? '', now);
}

/** Lists the rows that `unstoredCart` reads first. */
export function buildUnstoredHints(asking: Asking): Wanted[] {
  const { before, idOf } = cartIdsOf(asking);
  return [['many', 'checkout', firstLook(before).map(idOf)]];
}

/** Returns the ids of a caller's carts by their numbers, and the number that was last found (`before`) or is (`keep`). */
function cartIdsOf({ caller, services }: Asking) {
  const { id } = required(caller.deployment, 'deployment');
  const buyer_id = caller.buyer_id ?? '';
  const derive = (nth: number) => idFrom(services.carts.buyerSecret, JSON.stringify(['cart', id, buyer_id, nth]));
  const first = derive(0);
  const last = found.get(first);
  const ids = new Map([[0, first]]);
  return {
    before: last?.nth ?? 0,
    idOf(nth: number): string {
      const known = ids.get(nth) ?? last?.ids.get(nth) ?? derive(nth);
      ids.set(nth, known);
      return known;
    },
    keep: (nth: number) => void found.set(first, { nth, ids }),
  };
}

/**
 * Creates an empty cart. Its times are rounded down to the full hour, so that reads in the same hour return equal
 * bytes.
 */
export function emptyCart(
  id: string,
  { id: deployment_id, shop_id }: Deployment,
  buyer_id: string,
  now: number,
): Checkout {
  return newCheckout(id, { shop_id, deployment_id, buyer_id }, now - (now % HOUR));
}

/**
 * Finds the lowest unused number. Rows of carts are never removed, so every lower number is used. The search doubles
 * its steps until it probes an unused number, then narrows the range. `before`: an earlier result, which is only a
 * hint, since an older state of the database may have been restored.
 */
function firstFree(before: number, areThere: (numbers: readonly number[]) => readonly boolean[]): number {
  let [least, most] = [0, Number.POSITIVE_INFINITY];
  for (let look = 0; least < most; look += 1) {
    const asked =
      look === 0 ? firstLook(before) : most === Number.POSITIVE_INFINITY ? doubling(least, LOOK) : between(least, most);
    const there = areThere(asked);
    for (const [index, number] of asked.entries()) {
      if (there[index]) least = Math.max(least, number + 1);
      else most = Math.min(most, number);
    }
  }
  return least;
}

function firstLook(before: number): number[] {
  return before === 0 ? doubling(0, FIRST_LOOK) : [before - 1, before, before + 1];
}

function doubling(from: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => from + 2 ** index - 1);
}

function between(from: number, to: number): number[] {
  const step = Math.max(1, Math.ceil((to - from) / LOOK));
  return Array.from({ length: Math.ceil((to - from) / step) }, (_, index) => from + index * step);
}

/**
 * Derives the key by which a call of `buy` finds its checkout, the same for all its repeats. Nobody else can compute it.
 * It has the form of an id, since earlier versions used it as the id of the checkout.
 */
export function derivePurchaseKey({ caller, services }: Asking, { id }: RepeatableCall): string {
  const deployment = required(caller.deployment, 'deployment');
  return idFrom(services.carts.buyerSecret, JSON.stringify(['buy', deployment.id, id]));
}

/** Formats a keyed hash like other ids, as a version 7 UUID (RFC 9562, 5.7), but without a timestamp. */
function idFrom(secret: Buffer, text: string): string {
  const hash = createHmac('sha256', secret).update(text).digest('hex');
  return `chk_${hash.slice(0, 8)}-${hash.slice(8, 12)}-7${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
