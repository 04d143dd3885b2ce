import { Client } from 'pg';
import { tablesOf } from './postgres-rows.js';

/** Tables written by authentication or by a running process: only their number of rows counts. */
const NOTED = new Set(['api_key', 'process', 'writer']);

/** The transactions that have ended, so that it changes with each that has written. */
const MOMENT = 'SELECT pg_current_snapshot()::text AS moment';

/** A portal's PostgreSQL database, read again only when somebody has written to its server. */
export class WatchedPostgres {
  private readonly client: Client;
  private looking: Promise<string> | undefined;
  private moment = '';
  private hash = '';

  constructor(url: string) {
    this.client = new Client({ connectionString: url });
  }

  /** A hash of every row of every table but those, of which it has the number. */
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

  /** Answers the statement that reads everything, at one moment. */
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
