import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import DatabaseConstructor from 'better-sqlite3';
import type { ReceiptBundle } from '../../../src/receipts.js';
import type { Door } from '../../actors/shopper.js';
import { changeRows } from '../../logs/change-rows.js';
import { startPortal, type TestPortal } from '../../support/portal.js';
import { environmentOf, postgresOf, releasePostgresOf, writePostgresOf } from '../../support/postgres-of-path.js';
import { type AllRows, inPostgres, readAllRows } from '../../support/postgres-rows.js';
import { run } from '../../support/program.js';
import type { Ran } from '../../support/spawn.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { done, registered, submitReceipt } from '../receipts/organization.js';
import type { Parties, Signer } from '../receipts/signer.js';

/** A database with a growing log, which tests copy, restore and empty. Each operation closes the portal it opens. */
export class History {
  private readonly folder = temporaryFolder();
  private readonly home = join(this.folder, 'home');
  readonly database = join(this.home, 'portal.db');
  /** Rows of the copies, on PostgreSQL. */
  private readonly copies = new Map<string, AllRows>();
  private jobs = 0;
  private signer: Signer | undefined;

  async remove(): Promise<void> {
    await releasePostgresOf(this.database);
    rmSync(this.folder, { recursive: true });
  }

  /** Environment with which other programs use the database. */
  get env(): Readonly<Record<string, string>> {
    return environmentOf(this.database);
  }

  /** Runs `use` with a portal on the database in its present state. */
  async open<R>(use: (door: Door, parties: Parties, portal: TestPortal) => Promise<R>): Promise<R> {
    const portal = await startPortal({ database: this.database });
    try {
      return await use({ url: portal.url, key: portal.demo.organization_key }, portal.demo, portal);
    } finally {
      await portal.close();
    }
  }

  /** Submits `count` receipts, each of a new job. */
  grow(count: number): Promise<void> {
    return this.open((door, parties) => this.growAt(door, parties, count));
  }

  /** Submits `count` receipts through a running portal. */
  async growAt(door: Door, parties: Parties, count: number): Promise<void> {
    this.signer ??= await registered(door);
    for (const end = this.jobs + count; this.jobs < end; this.jobs += 1) {
      await submitReceipt(door, this.signer, parties, `job-${this.jobs}`);
    }
  }

  /** Returns the portal's current checkpoint. */
  async checkpointAt(door: Door): Promise<string> {
    return (await done(door, 'GET', '/api/receipts/log/checkpoint')).data.checkpoint;
  }

  /** Returns the only row of a query's result. */
  async row<Row>(sql: string): Promise<Row> {
    const rows = await this.rowsOf<Row>(sql);
    const [only] = rows;
    if (only === undefined || rows.length > 1) throw new Error(`${rows.length} rows: ${sql}`);
    return only;
  }

  private async rowsOf<Row>(sql: string): Promise<Row[]> {
    const url = postgresOf(this.database);
    if (url !== undefined) return inPostgres(url, async (client) => (await client.query(sql)).rows);
    const database = new DatabaseConstructor(this.database, { readonly: true });
    try {
      return database.prepare<[], Row>(sql).all();
    } finally {
      database.close();
    }
  }

  removeFile(name: string): void {
    rmSync(join(this.home, name), { force: true });
  }

  /** Restores some files from a copy. */
  putBackFiles(name: string, files: readonly string[]): void {
    for (const file of files) cpSync(join(this.folder, name, file), join(this.home, file));
  }

  /** Copies the whole folder, and on PostgreSQL the database too. */
  async copyTo(name: string): Promise<void> {
    cpSync(this.home, join(this.folder, name), { recursive: true });
    const url = postgresOf(this.database);
    if (url !== undefined) this.copies.set(name, await readAllRows(url));
  }

  async putBack(name: string): Promise<void> {
    rmSync(this.home, { recursive: true });
    cpSync(join(this.folder, name), this.home, { recursive: true });
    await this.putBackRows(name);
  }

  private async putBackRows(name: string): Promise<void> {
    const rows = this.copies.get(name);
    if (!rows) return;
    await releasePostgresOf(this.database);
    await writePostgresOf(this.database, rows);
  }

  /** Restores only the database, as from a backup; the log key and the signed heads stay as they are. */
  async restore(name: string): Promise<void> {
    for (const end of ['', '-wal', '-shm']) {
      rmSync(`${this.database}${end}`, { force: true });
      const kept = join(this.folder, name, `portal.db${end}`);
      if (existsSync(kept)) cpSync(kept, `${this.database}${end}`);
    }
    await this.putBackRows(name);
  }

  /** Executes SQL on the database, past the portal. */
  change(sql: string): Promise<void> {
    return changeRows(this, sql);
  }

  /** Contents of the files in the portal's folder, by file name. */
  files(): ReadonlyMap<string, string> {
    const files = readdirSync(this.home, { withFileTypes: true }).filter((entry) => entry.isFile());
    return new Map(files.map(({ name }) => [name, readFileSync(join(this.home, name)).toString('base64')]));
  }

  /** Writes bytes as a value in SQL. */
  literal(bytes: Uint8Array): string {
    const hex = Buffer.from(bytes).toString('hex');
    return postgresOf(this.database) === undefined ? `x'${hex}'` : `'\\x${hex}'`;
  }

  /** Returns the bundle of the newest receipt. */
  bundle(): Promise<ReceiptBundle> {
    return this.open(async (door) => {
      const { data } = await done(door, 'GET', '/api/receipts?limit=1');
      return (await done(door, 'GET', `/api/receipts/${data[0].id}/bundle`)).data;
    });
  }

  /** Deletes every receipt, and the nodes and head of the log. */
  async empty(): Promise<void> {
    for (const table of ['receipt', 'log_node', 'log_head']) await this.change(`DELETE FROM ${table}`);
  }

  /** Writes a file outside the portal's folder, as a third party would. */
  file(text: string): string {
    const path = join(this.folder, 'kept.txt');
    writeFileSync(path, text);
    return path;
  }

  /** Saves the output of `portal log checkpoint`. Returns the file's path. */
  async keep(): Promise<string> {
    return this.file((await this.log('checkpoint')).stdout);
  }

  log(...args: readonly string[]): Promise<Ran> {
    return run(['log', ...args], this.env);
  }
}
