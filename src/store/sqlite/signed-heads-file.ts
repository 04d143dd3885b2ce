import { chmodSync, existsSync, renameSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import DatabaseConstructor, { type Database } from 'better-sqlite3';
import { PortalError } from '../../domain/errors/portal-error.js';
import { required } from '../../domain/values/required.js';
import type { SignedHead, SignedHeads } from '../log/signed-heads.js';
import { isBusy } from './driver-errors.js';
import { readOnlyFile } from './read-only-file.js';

/** How long the driver itself waits for another process, blocking the event loop. Milliseconds. */
const DRIVER_WAIT = 2;
/** How long a signature waits for another process. Milliseconds. */
const DEADLINE = 10_000;
/** Seconds after which a refused caller may try again. */
const RETRY_AFTER = 1;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS signed_head (
    vkey TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL,
    epoch INTEGER NOT NULL,
    size INTEGER NOT NULL,
    root BLOB NOT NULL
  ) STRICT`;
/** A smaller tree never replaces a larger one. */
const PUT = `
  INSERT INTO signed_head VALUES (@vkey, @organization_id, @epoch, @size, @root)
  ON CONFLICT (vkey) DO UPDATE SET size = excluded.size, root = excluded.root WHERE excluded.size > size`;
const ALL = 'SELECT * FROM signed_head ORDER BY organization_id, epoch, vkey';

/**
 * A small SQLite file of its own, for its locks between processes and its durability. It has a rollback journal, so
 * that all of it is in one file between two writes. Made when the first log is noted.
 */
export class SignedHeadsFile implements SignedHeads {
  private readonly path: string;
  private opened: Database | undefined;
  /** Signatures of this process take turns, since they share a connection. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(path: string) {
    this.path = path;
  }

  all(): readonly SignedHead[] {
    return existsSync(this.path) ? this.open().prepare<[], SignedHead>(ALL).all() : [];
  }

  note(heads: readonly SignedHead[]): void {
    if (heads.length === 0) return;
    const database = this.open();
    const known = new Set(database.prepare<[], string>('SELECT vkey FROM signed_head').pluck().all());
    const unknown = heads.filter(({ vkey }) => !known.has(vkey));
    if (unknown.length === 0) return;
    database.pragma(`busy_timeout = ${DEADLINE}`);
    database
      .transaction(() => {
        for (const head of unknown) put(database, head);
      })
      .immediate();
    database.pragma(`busy_timeout = ${DRIVER_WAIT}`);
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
    const turn = this.last.then(() => this.locked(next));
    this.last = turn.catch(() => undefined);
    return turn;
  }

  private async locked(next: (known: readonly SignedHead[]) => Promise<readonly SignedHead[]>): Promise<void> {
    const database = this.open();
    await begin(database);
    try {
      const known = database.prepare<[], SignedHead>(ALL).all();
      const sizes = new Map(known.map(({ vkey, size }) => [vkey, size]));
      // Nothing is written, and nothing has to reach the disk, for a tree that was signed before.
      for (const head of await next(known)) if (head.size > (sizes.get(head.vkey) ?? -1)) put(database, head);
      database.exec('COMMIT');
    } catch (error) {
      if (database.inTransaction) database.exec('ROLLBACK');
      throw error;
    }
  }

  close(): void {
    this.opened?.close();
    this.opened = undefined;
  }

  private open(): Database {
    this.opened ??= opened(this.path);
    return this.opened;
  }
}

/** What a file says was signed, read without writing anything; empty when there is no file. */
export function readSignedHeads(path: string): readonly SignedHead[] {
  if (!existsSync(path)) return [];
  const file = readOnlyFile(path);
  try {
    return hasTable(file.database) ? file.database.prepare<[], SignedHead>(ALL).all() : [];
  } finally {
    file.close();
  }
}

/** Renames the file of an earlier database: what that signed is nothing to this one. */
export function setAsideSigned(path: string): void {
  if (existsSync(path)) renameSync(path, `${path}.${Date.now()}`);
}

function opened(path: string): Database {
  const isNew = !existsSync(path);
  const database = new DatabaseConstructor(path, { timeout: DEADLINE });
  try {
    if (isNew) chmodSync(path, 0o600);
    database.pragma('synchronous = EXTRA');
    if (!hasTable(database)) database.exec(SCHEMA);
    database.pragma(`busy_timeout = ${DRIVER_WAIT}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function hasTable(database: Database): boolean {
  return database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'signed_head'").get() !== undefined;
}

function put(database: Database, head: SignedHead): void {
  database.prepare(PUT).run({ ...head, root: Buffer.from(head.root) });
}

/** @throws PortalError `unavailable` when other processes do not let it, within some seconds */
async function begin(database: Database): Promise<void> {
  const deadline = performance.now() + DEADLINE;
  for (;;) {
    try {
      database.exec('BEGIN IMMEDIATE');
      return;
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() > deadline)
        throw new PortalError('unavailable', 'Another process is signing for the logs; try again.', RETRY_AFTER);
      await sleep(1 + Math.random() * 2);
    }
  }
}
