import type { StockReading } from './history-models.js';
import type { Sending } from './history-sender.js';
import { Random } from './random.js';

/** A call that a client will make. Values that only responses show, such as versions, are added when it is made. */
export type Action =
  | { readonly on: 'cart'; readonly do: 'read' }
  | { readonly on: 'cart'; readonly do: 'set' | 'add'; readonly units: number; readonly isGuarded: boolean }
  | { readonly on: 'stock'; readonly do: 'read'; readonly through: StockReading }
  | { readonly on: 'stock'; readonly do: 'set'; readonly to: number }
  /** `cart`: index of the prepared cart. */
  | { readonly on: 'stock'; readonly do: 'buy'; readonly cart: number }
  | { readonly on: 'numbers'; readonly do: 'buy'; readonly cart: number }
  /** `drawn`: a random number that selects one of the orders bought by then. */
  | { readonly on: 'stock'; readonly do: 'cancel'; readonly drawn: number }
  | { readonly on: 'stock'; readonly do: 'move'; readonly by: number }
  | { readonly on: 'order'; readonly do: 'read' }
  | { readonly on: 'order'; readonly do: 'hold' | 'release' | 'cancel'; readonly isGuarded: boolean }
  | { readonly on: 'log'; readonly do: 'submit'; readonly receipt: number }
  | { readonly on: 'log'; readonly do: 'list' | 'checkpoint' }
  | { readonly on: 'numbers'; readonly do: 'list' };

export type ActionOn<Name extends Action['on']> = Extract<Action, { readonly on: Name }>;

export interface Step {
  readonly action: Action;
  readonly how: Sending;
}

export interface Plan {
  readonly seed: number;
  /** Units of the scarce item at the beginning. */
  readonly stock: number;
  /** True for each prepared cart that has the scarce item; the others have one whose units are not counted. */
  readonly carts: readonly boolean[];
  /** Number of receipts, each of which may be submitted several times. */
  readonly receipts: number;
  /** True if each client waits with its next call until all others have made theirs, so that these begin together. */
  readonly isInRounds: boolean;
  /** Steps of each client. */
  readonly clients: readonly (readonly Step[])[];
  /** Calls after all clients have ended, which read each object. */
  readonly end: readonly Step[];
  /** Portals that get the calls before the beginning, in turn. */
  readonly portals: readonly number[];
}

const KINDS = ['cart', 'stock', 'order', 'log', 'numbers'] as const;
type Kind = (typeof KINDS)[number];

/** Share of the steps on the object that is selected for contention; the others are spread over all objects. */
const HOT_SHARE = 0.6;
const MAX_CARTS = 8;
const MAX_RECEIPTS = 8;
const READINGS: readonly StockReading[] = ['get_shop_item', 'get_item', 'list_stock_movements'];
const LAST_READS: readonly Action[] = [
  { on: 'cart', do: 'read' },
  { on: 'stock', do: 'read', through: 'get_shop_item' },
  { on: 'order', do: 'read' },
  { on: 'log', do: 'list' },
  { on: 'numbers', do: 'list' },
  // Covers all leaves that the lists before it showed.
  { on: 'log', do: 'checkpoint' },
];
const REPEATS: readonly Sending['repeat'][] = ['later', 'at once', 'after a cut', 'after a cut', 'lost'];

/** Draws a history for a number of portals. */
export function planHistory(seed: number, portals: number): Plan {
  const random = new Random(seed);
  const hot = random.of(KINDS);
  const carts: boolean[] = [];
  const between = (least: number, most: number) => least + random.below(most - least + 1);
  const stepOn = (kind: Kind): Step => {
    const action = actionOn(kind, random, carts);
    return { action, how: sending(action, random, portals) };
  };
  const clients = Array.from({ length: between(4, 6) }, () =>
    Array.from({ length: between(6, 10) }, () => stepOn(random.chance(HOT_SHARE) ? hot : random.of(KINDS))),
  );
  const end = [...lostSubmissions(clients), ...LAST_READS];
  return {
    seed,
    stock: between(1, 3),
    carts,
    receipts: MAX_RECEIPTS,
    isInRounds: random.chance(0.5),
    clients,
    end: end.map((action) => ({ action, how: { ...sending(action, random, portals), repeat: 'none' } })),
    portals: Array.from({ length: 16 }, () => random.below(portals)),
  };
}

/** Repeats lost submissions, since the log of the next history in the organization must not grow by them. */
function lostSubmissions(clients: Plan['clients']): readonly Action[] {
  return clients.flat().flatMap(({ action, how }) => (action.do === 'submit' && how.repeat === 'lost' ? [action] : []));
}

function actionOn(on: Kind, random: Random, carts: boolean[]): Action {
  const isGuarded = random.chance(0.4);
  if (on === 'cart') {
    const action = random.of(['read', 'set', 'add'] as const);
    return action === 'read' ? { on, do: action } : { on, do: action, units: 1 + random.below(9), isGuarded };
  }
  if (on === 'log') {
    const action = random.of(['submit', 'submit', 'submit', 'list', 'list', 'checkpoint'] as const);
    return action === 'submit' ? { on, do: action, receipt: random.below(MAX_RECEIPTS) } : { on, do: action };
  }
  if (on === 'order') {
    const action = random.chance(0.05) ? 'cancel' : random.of(['read', 'hold', 'release'] as const);
    return action === 'read' ? { on, do: action } : { on, do: action, isGuarded };
  }
  const isBuying = random.chance(0.5) && carts.length < MAX_CARTS;
  if (isBuying) return { on, do: 'buy', cart: carts.push(on === 'stock') - 1 };
  if (on === 'numbers') return { on, do: 'list' };
  const action = random.of(['read', 'read', 'cancel', 'move', 'set'] as const);
  if (action === 'cancel') return { on, do: action, drawn: random.below(1_000) };
  if (action === 'move') return { on, do: action, by: random.of([-2, -1, 1]) };
  if (action === 'set') return { on, do: action, to: random.below(4) };
  return { on, do: action, through: random.of(READINGS) };
}

function sending({ do: name }: Action, random: Random, portals: number): Sending {
  const portal = random.below(portals);
  const other = (portal + 1 + random.below(portals - 1)) % portals;
  const isRead = name === 'read' || name === 'list' || name === 'checkpoint';
  const repeat = isRead || random.chance(0.6) ? 'none' : random.of(REPEATS);
  // Without an idempotency key, only these two may be repeated.
  const needsKey = repeat !== 'none' && name !== 'buy' && name !== 'submit';
  const hasKey = !isRead && (needsKey || random.chance(0.5));
  return { portal, other, repeat, hasKey, cutAt: 1.5 * random.next() };
}
