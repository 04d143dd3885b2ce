import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { PortalError } from '../../src/domain/errors/portal-error.js';
import { type Decision, MAX_TRIES, type Rows, type Store, type TableName } from '../../src/ports.js';
import { FetchedData, type NeededRead, toKey } from '../../src/store/fetched-data.js';
import { rerun } from '../../src/store/rerun.js';
import { WrappedStore } from '../support/wrapped-store.js';

interface Options {
  /** False to ignore `expect`, so that each row is fetched only when it is missing. */
  readonly hints: boolean;
  /** Shared by the stores of one database. */
  readonly turns: Turns;
  /** Called after each read or decision with its number of fetches. */
  onRounds?(rounds: number): void;
}

/**
 * An engine without synchronous reads. The first read of a missing row ends the run, and all rows needed so far are
 * fetched from another store in one trip. Reads are validated when the writes are applied, so decisions are
 * serializable; after a conflict, a decision runs again.
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
        // If applying the writes caused a conflict, the decision runs again, unless this is the last try.
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
    const fetched: NeededRead[] = [];
    let known = new FetchedData();
    let rounds = 0;
    const heard = this.options.hints ? run : (rows: Rows) => run(unhinted(rows));
    const result = await rerun(heard, async (needed, data) => {
      await setImmediate();
      await this.inner.read((rows) => {
        for (const read of needed) learn(data, rows, read);
      });
      fetched.push(...needed);
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

/** Wraps a store, and ignores hints about later reads. Decisions of all portals in this process take turns. */
export const withoutHints = (file: Store) => new FetchingStore(file, { hints: false, turns: ONE_LOCK });

/** Decisions on one database take turns, as if they locked it. */
export class Turns {
  private last: Promise<unknown> = Promise.resolve();

  take<R>(task: () => Promise<R>): Promise<R> {
    const taken = this.last.then(task);
    this.last = taken.catch(() => undefined);
    return taken;
  }
}

const ONE_LOCK = new Turns();

/** True if every row that was read is still unchanged. */
function isAsRead(rows: Rows, fetched: readonly NeededRead[], data: FetchedData): boolean {
  const now = new FetchedData();
  for (const read of fetched) learn(now, rows, read);
  // Hashes of complete subtrees never change, so they need no comparison.
  now.log.logHashes.clear();
  return isDeepStrictEqual(
    { ...now, log: { ...now.log, logHashes: null } },
    { ...data, log: { ...data.log, logHashes: null } },
  );
}

/** Reads one result that a run needed, and adds it to `data`. */
function learn(data: FetchedData, rows: Rows, read: NeededRead): void {
  if ('lookup' in read) {
    data.answersOf(read.lookup).set(toKey(read.args), { answer: rows.find(read.lookup, ...read.args) });
    return;
  }
  const [, ...args] = read;
  const key = toKey(args);
  if (read[0] === 'get') learnRows(data, rows, read[1], [read[2]]);
  else if (read[0] === 'many') learnRows(data, rows, read[1], read[2]);
  else if (read[0] === 'counters') {
    const found = rows.counters(read[1], read[2]);
    for (const one of read[2]) data.countersOf(read[1]).set(one, { answer: found.get(one) });
  } else if (read[0] === 'logHead') data.log.logHead.set(key, { answer: rows.logHead(read[1]) });
  else if (read[0] === 'logLeaves') data.log.logLeaves.set(key, { answer: rows.logLeaves(read[1], read[2], read[3]) });
  else if (read[0] === 'pendingEntries')
    data.log.pendingEntries.set(key, { answer: rows.pendingEntries(read[1], read[2]) });
  else if (read[0] === 'closedLogs') data.log.closedLogs.set(key, { answer: rows.closedLogs(read[1]) });
  else data.log.logHashes.set(key, { answer: rows.logHashes(read[1], read[2]) });
}

function learnRows<T extends TableName>(data: FetchedData, rows: Rows, table: T, keys: readonly string[]): void {
  const found = rows.many(table, keys);
  for (const key of keys) data.rowsOf(table).set(key, { answer: found.get(key) });
}
