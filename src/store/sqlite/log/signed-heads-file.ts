import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { PortalError } from '../../../domain/errors/portal-error.js';
import { RETRY_AFTER } from '../../../domain/errors/retry-after.js';
import { required } from '../../../domain/values/required.js';
import type { SignedHead, SignedHeads } from '../../log/signed-heads.js';
import { isBusy } from '../file/driver-errors.js';
import { rollBack } from '../file/roll-back.js';
import { headsIn, inSignedFile, openSignedHeads } from './open-signed-heads.js';
import { GIVE_UP, PUT, TAKE_BACK } from './signed-statements.js';

/** Milliseconds that the driver waits for a lock while a portal serves, which blocks the event loop. */
const DRIVER_LOCK_TIMEOUT_MS = 2;
/** Milliseconds that an operation waits for another process. */
const LOCK_TIMEOUT_MS = 10_000;

/**
 * Stores signed heads in a small SQLite file, for its locks between processes and its durability. It uses a rollback
 * journal, so that between two writes all data is in one file. The file is created when the first log is recorded.
 */
export class SignedHeadsFile implements SignedHeads {
  private readonly path: string;
  private opened: Database | undefined;
  /** Settles with the latest signature of this process. Signatures take turns, since they share a connection. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(path: string) {
    this.path = path;
  }

  /**
   * Blocks the event loop while it waits, like `record` and `abandon`. All three are called only at startup and by
   * commands.
   */
  all(): readonly SignedHead[] {
    return existsSync(this.path) ? this.waiting(headsIn) : [];
  }

  record(heads: readonly SignedHead[]): void {
    if (heads.length === 0) return;
    this.waiting((database) => {
      const known = new Set(headsIn(database).map(({ vkey }) => vkey));
      const unknown = heads.filter(({ vkey }) => !known.has(vkey));
      if (unknown.length === 0) return;
      database
        .transaction(() => {
          for (const head of unknown) put(database, head);
        })
        .immediate();
    });
  }

  abandon(organizationId: string): void {
    this.waiting((database) => database.prepare(GIVE_UP).run(organizationId));
  }

  async advance(
    organizationId: string,
    next: (known: readonly SignedHead[]) => Promise<SignedHead>,
  ): Promise<SignedHead> {
    let head: SignedHead | undefined;
    await this.advanceAll(async (known) => {
      head = await next(known.filter((one) => one.organization_id === organizationId));
      return [head];
    });
    return required(head, 'signed head');
  }

  advanceAll(next: (known: readonly SignedHead[]) => Promise<readonly SignedHead[]>): Promise<void> {
    const turn = this.last.then(() => this.withLock(next));
    this.last = turn.catch(() => undefined);
    return turn;
  }

  private async withLock(next: (known: readonly SignedHead[]) => Promise<readonly SignedHead[]>): Promise<void> {
    const database = this.open();
    await this.run('BEGIN IMMEDIATE');
    try {
      const known = this.use(headsIn);
      const sizes = new Map(known.map(({ vkey, size }) => [vkey, size]));
      // A tree that has been signed before needs no write and no disk flush.
      const larger = (await next(known)).filter(({ vkey, size }) => size > (sizes.get(vkey) ?? -1));
      this.use(() => {
        for (const head of larger) put(database, head);
      });
      await this.run('COMMIT');
    } catch (error) {
      rollBack(database);
      throw error;
    }
  }

  /**
   * Runs a statement. Retries it while other processes write, or their reads block the COMMIT.
   * @throws PortalError `unavailable` if other processes prevent it for some seconds
   */
  private async run(statement: 'BEGIN IMMEDIATE' | 'COMMIT'): Promise<void> {
    const deadline = performance.now() + LOCK_TIMEOUT_MS;
    for (;;) {
      try {
        this.use((database) => database.exec(statement));
        return;
      } catch (error) {
        if (!isBusy(error)) throw error;
        if (performance.now() > deadline) throw othersSign();
        await sleep(1 + Math.random() * 2);
      }
    }
  }

  close(): void {
    this.opened?.close();
    this.opened = undefined;
  }

  private open(): Database {
    if (!this.opened) {
      this.opened = openSignedHeads(this.path);
      this.opened.pragma(`busy_timeout = ${DRIVER_LOCK_TIMEOUT_MS}`);
    }
    return this.opened;
  }

  /** @throws PortalError `unavailable` if other processes prevent it, LogRefusal if the file cannot be used */
  private waiting<R>(work: (database: Database) => R): R {
    const database = this.open();
    database.pragma(`busy_timeout = ${LOCK_TIMEOUT_MS}`);
    try {
      return this.use(work);
    } catch (error) {
      throw isBusy(error) ? othersSign() : error;
    } finally {
      database.pragma(`busy_timeout = ${DRIVER_LOCK_TIMEOUT_MS}`);
    }
  }

  /** @throws LogRefusal if the file cannot be used */
  private use<R>(work: (database: Database) => R): R {
    const database = this.open();
    return inSignedFile(this.path, () => work(database));
  }
}

function othersSign(): PortalError {
  return new PortalError('unavailable', 'Another process is signing for the logs; try again.', RETRY_AFTER);
}

function put(database: Database, head: SignedHead): void {
  database.prepare(PUT).run({ ...head, root: Buffer.from(head.root) });
  database.prepare(TAKE_BACK).run(head.organization_id);
}
