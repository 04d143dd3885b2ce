import { writeFileSync } from 'node:fs';
import DatabaseConstructor, { type Database } from 'better-sqlite3';

/**
 * Preloaded with `--import` into a portal process. Records how long each transaction holds the write lock, from BEGIN
 * IMMEDIATE to the end of COMMIT. At exit, writes the durations in milliseconds to the file named by LOCK_WATCH.
 */

const file = process.env.LOCK_WATCH;
if (file === undefined) throw new Error('LOCK_WATCH must name a file');

const holds: number[] = [];
let begun = Number.NaN;

const { prepare } = DatabaseConstructor.prototype;
Object.assign(DatabaseConstructor.prototype, {
  prepare(this: Database, source: string) {
    const statement = prepare.call(this, source);
    if (source !== 'BEGIN IMMEDIATE' && source !== 'COMMIT') return statement;
    const { run } = statement;
    const runs = () => run.call(statement, []);
    return Object.assign(statement, { run: source === 'COMMIT' ? () => committed(this, runs) : () => began(runs) });
  },
});

function began<Result>(run: () => Result): Result {
  const result = run();
  begun = performance.now();
  return result;
}

/**
 * SQLite checkpoints a long write-ahead log at the end of a COMMIT, after releasing the lock. Here the checkpoint runs
 * after the duration is recorded, so that it is not included.
 */
function committed<Result>(database: Database, run: () => Result): Result {
  const longest = Number(database.pragma('wal_autocheckpoint', { simple: true }));
  database.pragma('wal_autocheckpoint = 0');
  const result = run();
  if (!Number.isNaN(begun)) holds.push(performance.now() - begun);
  begun = Number.NaN;
  database.pragma(`wal_autocheckpoint = ${longest}`);
  if (journalPages(database) >= longest) database.pragma('wal_checkpoint(PASSIVE)');
  return result;
}

function journalPages(database: Database): number {
  const [, pages] = prepare.call(database, 'PRAGMA wal_checkpoint(NOOP)').raw().all([]).flat();
  return Number(pages);
}

process.once('exit', () => writeFileSync(file, JSON.stringify(holds)));
