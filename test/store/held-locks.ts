import { Client } from 'pg';
import { lockScopes } from '../../src/store/postgres/connection/write-locks.js';
import { inPostgres } from '../support/postgres-rows.js';

/** Locks held on a database, like those of another portal's transactions. */
export class HeldLocks {
  private readonly database: () => string;
  private readonly holders = new Set<Client>();

  constructor(database: () => string) {
    this.database = database;
  }

  /** Begins a transaction that locks these scopes; `undefined` locks all rows. */
  async hold(...scopes: (string | undefined)[]): Promise<Client> {
    const client = new Client({ connectionString: this.database() });
    await client.connect();
    await client.query('BEGIN');
    for (const { text, values = [] } of lockScopes(new Set(scopes), '1')) await client.query(text, [...values]);
    this.holders.add(client);
    return client;
  }

  async release(holder: Client): Promise<void> {
    this.holders.delete(holder);
    await holder.query('COMMIT');
    await holder.end();
  }

  async releaseAll(): Promise<void> {
    for (const holder of this.holders) await this.release(holder);
  }

  /** Number of transactions that wait for a lock. */
  async countWaiting(): Promise<number> {
    return (await this.findWaiting()).length;
  }

  /** Statements that wait for a lock. */
  async findWaiting(): Promise<string[]> {
    const { rows } = await inPostgres(this.database(), (client) => client.query<{ readonly query: string }>(WAITING));
    return rows.map(({ query }) => query);
  }
}

const WAITING = `
  SELECT query FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
