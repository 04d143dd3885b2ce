import { cpSync } from 'node:fs';
import { join } from 'node:path';
import DatabaseConstructor, { type Database } from 'better-sqlite3';
import type { LogAudit } from '../../../src/store/log/log-auditor.js';
import { run } from '../../support/program.js';
import type { Ran } from '../../support/spawn.js';

/** A copy of a database and its files, in the hands of an attacker who can write to the disk. */
export class Copy {
  readonly database: string;

  constructor(from: string, folder: string) {
    cpSync(from, folder, { recursive: true });
    this.database = join(folder, 'portal.db');
  }

  /** Changes the file with SQL, without checks of constraints. */
  change(work: (database: Database) => void): void {
    const database = new DatabaseConstructor(this.database);
    database.pragma('foreign_keys = OFF');
    database.pragma('ignore_check_constraints = ON');
    work(database);
    database.close();
  }

  verify(...options: readonly string[]): Promise<Ran> {
    return run(['log', 'verify', ...options], { PORTAL_DB: this.database });
  }

  /** Runs `verify --json`. Returns the audits by organization. */
  async audits(...options: readonly string[]): Promise<{ code: number | null; audits: Map<string, LogAudit> }> {
    const { code, stdout } = await this.verify('--json', ...options);
    const audits: readonly LogAudit[] = JSON.parse(stdout);
    return { code, audits: new Map(audits.map((audit) => [audit.organization_id, audit])) };
  }
}
