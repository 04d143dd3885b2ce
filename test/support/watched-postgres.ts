import { Client } from 'pg';
import { tablesOf } from './postgres-rows.js';

/** Tables that authentication or a running process writes: only their row counts are compared. */
const NOTED = new Set(['api_key', 'process', 'write_batch']);

/** Query whose result changes with every finished transaction, and so with every write. */
const MOMENT = 'SELECT pg_current_snapshot()::text AS moment';

/** Watches a portal's PostgreSQL database, and rereads it only after a write to its server. */
export class WatchedPostgres {
  private readonly client: Client;
  private looking: Promise<string> | undefined;
  private moment = '';
  private hash = '';

  constructor(url: string) {
    this.client = new Client({ connectionString: url });
  }

  /** Hash of all rows; for the tables above, only of their number. */
  async state(): Promise<string> {
    this.looking ??= this.connected();
    const look = await this.looking;
    const { rows } = await this.client.query<{ readonly moment: string }>(MOMENT);
    const [now] = rows;
    if (now && now.moment !== this.moment) {
      const { rows: read } = await this.client.query<{ readonly moment: string; readonly hash: string }>(look);
      this.moment = read[0]?.moment ?? '';
      this.hash = read[0]?.hash ?? '';
    }
    return this.hash;
  }

  async close(): Promise<void> {
    await this.client.end();
  }

  /** Connects, and builds a statement that reads everything in one snapshot. */
  private async connected(): Promise<string> {
    await this.client.connect();
    const tables = (await tablesOf(this.client)).map((table) => {
      const rows = NOTED.has(table) ? 'count(*)::text' : `string_agg(one::text, ' ' ORDER BY one::text)`;
      return `SELECT '${table}' AS name, (SELECT ${rows} FROM "${table}" AS one) AS rows`;
    });
    const all = tables.join(' UNION ALL ');
    return `${MOMENT}, (SELECT md5(string_agg(name || ' ' || coalesce(rows, ''), ' ' ORDER BY name)) FROM (${all}) AS tables) AS hash`;
  }
}
