import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { PortalError } from '../../src/domain/errors/portal-error.js';
import { type Decision, MAX_TRIES, type Rows, type Store, type TableName, type Wanted } from '../../src/ports.js';
import { argumentsOf, FetchedData } from '../../src/store/fetched-data.js';
import { rerun } from '../../src/store/rerun.js';
import { WrappedStore } from '../support/wrapped-store.js';

interface Options {
  /** False: `expect` says nothing, so that everything is read only when it is missing. */
  readonly hints: boolean;
  /** Shared by the stores of one database. */
  readonly turns: Turns;
  /** Told of each look or decision how often it fetched. */
  onRounds?(rounds: number): void;
}

/**
 * An engine that cannot read synchronously: the first read of everything ends the run, and what is wanted is fetched
 * from another store in one trip. What was read is held against the rows again when the writes are applied, so that
 * decisions are serializable; one that others came before is run again.
 */
export class FetchingStore extends WrappedStore {
  private readonly options: Options;

  constructor(inner: Store, options: Options) {
    super(inner);
    this.options = options;
  }

  override async read<R>(look: (rows: Rows) => R): Promise<R> {
    for (;;) {
      const { result, fetched, data } = await this.run(look);
      if (await this.inner.read((rows) => isAsRead(rows, fetched, data))) return result;
    }
  }

  override update<R>(decide: (rows: Rows) => Decision<R>): Promise<R> {
    return this.options.turns.take(() => this.decided(decide));
  }

  private async decided<R>(decide: (rows: Rows) => Decision<R>): Promise<R> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const { result, fetched, data } = await this.run(decide);
      let applied = false;
      const written = await this.inner.update((rows) => {
        // A guard has failed: the decision is run again, not its writes, but for the last time.
        const isRefused = applied && tries < MAX_TRIES - 1;
        if (isRefused || !isAsRead(rows, fetched, data)) return { writes: [], result: undefined };
        applied = true;
        return { writes: result.writes, result: { is: result.result } };
      });
      if (written) return written.is;
    }
    throw new PortalError('unavailable', 'Other calls are changing the same data at the moment; try again.', 1);
  }

  private async run<R>(run: (rows: Rows) => R) {
    const fetched: Wanted[] = [];
    let known = new FetchedData();
    let rounds = 0;
    const heard = this.options.hints ? run : (rows: Rows) => run(unhinted(rows));
    const result = await rerun(heard, async (wanted, data) => {
      await setImmediate();
      await this.inner.read((rows) => {
        for (const one of wanted) learn(data, rows, one);
      });
      fetched.push(...wanted);
      known = data;
      rounds += 1;
    });
    this.options.onRounds?.(rounds);
    return { result, fetched, data: known };
  }

  override async close() {
    await this.options.turns.take(async () => undefined);
    await this.inner.close();
  }
}

function unhinted(rows: Rows): Rows {
  return new Proxy(rows, {
    get(target, name) {
      if (name === 'expect') return () => undefined;
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

/** A portal's engine without hints about later reads. Portals on one file take turns, so all do. */
export const withoutHints = (file: Store) => new FetchingStore(file, { hints: false, turns: ONE_LOCK });

/** Decisions on one database take turns, as under a lock of it. */
export class Turns {
  private last: Promise<unknown> = Promise.resolve();

  take<R>(task: () => Promise<R>): Promise<R> {
    const taken = this.last.then(task);
    this.last = taken.catch(() => undefined);
    return taken;
  }
}

const ONE_LOCK = new Turns();

/** Tells whether every row that was read is unchanged. */
function isAsRead(rows: Rows, fetched: readonly Wanted[], data: FetchedData): boolean {
  const now = new FetchedData();
  // Complete subtrees of a log never change, and their hashes are a function.
  for (const one of fetched) if (one[0] !== 'logHashes') learn(now, rows, one);
  now.whole.logHashes.clear();
  return isDeepStrictEqual(
    { ...now, whole: { ...now.whole, logHashes: null } },
    { ...data, whole: { ...data.whole, logHashes: null } },
  );
}

/** Fills in what a store answers. */
function learn(data: FetchedData, rows: Rows, wanted: Wanted): void {
  const called = argumentsOf(wanted);
  const { whole } = data;
  const keep = <R>(answers: Map<string, { readonly answer: R }>, answer: R) => answers.set(called, { answer });
  if (wanted[0] === 'get') learnRows(data, rows, wanted[1], [wanted[2]]);
  else if (wanted[0] === 'many') learnRows(data, rows, wanted[1], wanted[2]);
  else if (wanted[0] === 'counters') {
    const found = rows.counters(wanted[1], wanted[2]);
    for (const key of wanted[2]) data.counters[wanted[1]].set(key, { answer: found.get(key) });
  } else if (wanted[0] === 'currentCheckout') {
    keep(whole.currentCheckout, rows.currentCheckout(wanted[1], wanted[2]));
  } else if (wanted[0] === 'automaticDiscounts') keep(whole.automaticDiscounts, rows.automaticDiscounts(wanted[1]));
  else if (wanted[0] === 'hasItems') keep(whole.hasItems, rows.hasItems(wanted[1]));
  else if (wanted[0] === 'countShops') keep(whole.countShops, rows.countShops(wanted[1]));
  else if (wanted[0] === 'usage') keep(whole.usage, rows.usage(wanted[1]));
  else if (wanted[0] === 'variants') keep(whole.variants, rows.variants(wanted[1], wanted[2]));
  else if (wanted[0] === 'signingKeyByFingerprint') {
    keep(whole.signingKeyByFingerprint, rows.signingKeyByFingerprint(wanted[1], wanted[2]));
  } else if (wanted[0] === 'activeSigningKey') {
    keep(whole.activeSigningKey, rows.activeSigningKey(wanted[1], wanted[2]));
  } else if (wanted[0] === 'receipt') keep(whole.receipt, rows.receipt(wanted[1]));
  else if (wanted[0] === 'receiptByHash') keep(whole.receiptByHash, rows.receiptByHash(wanted[1], wanted[2]));
  else if (wanted[0] === 'receiptOfJob') keep(whole.receiptOfJob, rows.receiptOfJob(wanted[1], wanted[2], wanted[3]));
  else if (wanted[0] === 'receiptSuperseding') {
    const [, ...args] = wanted;
    keep(whole.receiptSuperseding, rows.receiptSuperseding(...args));
  } else if (wanted[0] === 'orderByContext') keep(whole.orderByContext, rows.orderByContext(wanted[1], wanted[2]));
  else if (wanted[0] === 'logHead') keep(whole.logHead, rows.logHead(wanted[1]));
  else if (wanted[0] === 'logLeaves') keep(whole.logLeaves, rows.logLeaves(wanted[1], wanted[2], wanted[3]));
  else if (wanted[0] === 'closedLogs') keep(whole.closedLogs, rows.closedLogs(wanted[1]));
  else {
    const [, ...args] = wanted;
    keep(whole.logHashes, rows.logHashes(...args));
  }
}

function learnRows<T extends TableName>(data: FetchedData, rows: Rows, table: T, keys: readonly string[]): void {
  const found = rows.many(table, keys);
  for (const key of keys) data.rowsOf(table).set(key, { answer: found.get(key) });
}
