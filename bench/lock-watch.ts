import { writeFileSync } from 'node:fs';
import DatabaseConstructor, { type Database } from 'better-sqlite3';

/**
 * Loaded with `--import` into a process of the program: notes how long it holds the write lock, from BEGIN IMMEDIATE to
 * the end of COMMIT, and writes all the times into the file that LOCK_WATCH names when the process ends. Milliseconds.
 */

const file = process.env.LOCK_WATCH;
if (file === undefined) throw new Error('LOCK_WATCH names no file');

const holds: number[] = [];
let begun = Number.NaN;

const { prepare } = DatabaseConstructor.prototype;
Object.assign(DatabaseConstructor.prototype, {
  prepare(this: Database, source: string) {
    const statement = prepare.call(this, source);
    if (source !== 'BEGIN IMMEDIATE' && source !== 'COMMIT') return statement;
    const { run } = statement;
    return Object.assign(statement, {
      run() {
        const result = run.call(statement, []);
        if (source === 'BEGIN IMMEDIATE') begun = performance.now();
        else if (!Number.isNaN(begun)) {
          holds.push(performance.now() - begun);
          begun = Number.NaN;
        }
        return result;
      },
    });
  },
});

process.once('exit', () => writeFileSync(file, JSON.stringify(holds)));
