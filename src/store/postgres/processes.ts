import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { FileDifference, Processes } from '../../ports.js';
import { findFileDifferences, type ProcessFiles } from '../file-differences.js';
import type { LogKey } from '../log/log-key.js';
import { machineName } from '../machine.js';
import { signedMark } from '../sqlite/log/signed-mark.js';
import type { Connections } from './connection/connections.js';
import { SILENCE_TIMEOUT_MS } from './connection/transaction.js';

/** A process that was silent for this long counts as ended. */
const GONE_AFTER_MS = 30_000;

/** The server's clock in milliseconds, so that the machines' clocks need not agree. */
const NOW = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
const UPSERT_SEEN = `
  INSERT INTO process (id, machine, host, media, signed, started_at, seen_at) VALUES ($1, $2, $3, $4, $5, ${NOW}, ${NOW})
  ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`;
const SELECT_OTHERS = `
  SELECT machine, host, media, signed, started_at, ${NOW} - seen_at AS silent FROM process
  WHERE id <> $1 AND seen_at > ${NOW} - ${GONE_AFTER_MS} ORDER BY started_at, id`;
const DELETE_OLD = `DELETE FROM process WHERE seen_at <= ${NOW} - ${GONE_AFTER_MS}`;

const NO_KEY: FileDifference = {
  code: 'log_key_differs',
  text: 'the key of the logs of this database is not here, so nothing can be signed',
  fix: 'copy the file that the portals have, and name it in PORTAL_LOG_KEY',
};

/** Another process of the database. */
export interface OtherProcess extends ProcessFiles {
  /** Start time, in milliseconds since the epoch. */
  readonly started_at: number;
  /** Milliseconds since the process last reported that it is alive. */
  readonly silent: number;
}

/** The processes of a database; each has one row. */
export class ServerProcesses implements Processes {
  private readonly connections: Connections;
  private readonly signed: string;
  private readonly key: LogKey;
  private readonly id = randomUUID();
  private values: readonly (string | null)[] | undefined;

  /** `signed`: path of the file of signed heads. */
  constructor(connections: Connections, signed: string, key: LogKey) {
    this.connections = connections;
    this.signed = signed;
    this.key = key;
  }

  async join(media: string | null): Promise<void> {
    const { machine, host, signed } = this.own(true);
    this.values = [this.id, machine, host, media, signed];
    await this.connections.use((session) => session.query(DELETE_OLD), SILENCE_TIMEOUT_MS);
    await this.seen();
  }

  async seen(): Promise<void> {
    const { values } = this;
    if (values) await this.connections.use((session) => session.query(UPSERT_SEEN, values), SILENCE_TIMEOUT_MS);
  }

  async leave(): Promise<void> {
    if (!this.values) return;
    this.values = undefined;
    // If the server is unreachable, the row soon expires anyway.
    await this.connections
      .use((session) => session.query('DELETE FROM process WHERE id = $1', [this.id]), SILENCE_TIMEOUT_MS)
      .catch(() => undefined);
  }

  async differences(media: string | null | undefined): Promise<readonly FileDifference[]> {
    const own = { ...this.own(false), ...(media !== undefined && { media }) };
    return [...(this.key.isLoaded ? [] : [NO_KEY]), ...findFileDifferences(own, await this.others())];
  }

  /** Reads the other processes that are running now. */
  others(): Promise<readonly OtherProcess[]> {
    return this.connections.use(
      (session) => session.query<OtherProcess & Row>(SELECT_OTHERS, [this.id]),
      SILENCE_TIMEOUT_MS,
    );
  }

  private own(create: boolean): ProcessFiles {
    return { machine: machineName(), host: hostname(), signed: signedMark(this.signed, create) };
  }
}

interface Row {
  readonly [column: string]: unknown;
}
