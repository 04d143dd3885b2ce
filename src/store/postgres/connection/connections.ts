import { Pool } from 'pg';
import { PostgresFault } from './postgres-fault.js';
import { Session } from './session.js';
import { TYPES } from './types.js';

/** How long a piece of work waits for a connection, new or free. Milliseconds. */
const CONNECT_WITHIN = 10_000;
/** Connections of a process, unless told otherwise: the one that writes, and the reads beside it. */
export const CONNECTIONS = 10;
/** A connection that nobody uses is closed. Milliseconds. */
const IDLE = 60_000;

/** A bounded number of connections to one database. What finds none free waits in the order of coming. */
export class Connections {
  private readonly pool: Pool;

  constructor(url: string, max: number) {
    this.pool = new Pool({
      connectionString: url,
      max,
      connectionTimeoutMillis: CONNECT_WITHIN,
      idleTimeoutMillis: IDLE,
      keepAlive: true,
      application_name: 'commerce-portal',
      types: TYPES,
      ...PIPELINED,
    });
    // A connection that breaks fails the statements on it; there is nobody else to tell.
    this.pool.on('error', () => undefined);
    this.pool.on('connect', (client) => client.on('error', () => undefined));
  }

  /** Connections that are open, and the pieces of work that wait for one. */
  get stats(): { readonly open: number; readonly waiting: number } {
    return { open: this.pool.totalCount, waiting: this.pool.waitingCount };
  }

  get isClosed(): boolean {
    return this.pool.ending;
  }

  /** @throws PostgresFault when there is no connection in time */
  async use<R>(work: (session: Session) => Promise<R>): Promise<R> {
    const client = await this.pool.connect().catch((cause: unknown) => {
      throw new PostgresFault(cause);
    });
    const session = new Session(client);
    try {
      return await work(session);
    } finally {
      client.release(session.isLost);
    }
  }

  async close(): Promise<void> {
    if (!this.isClosed) await this.pool.end();
  }
}

/** Statements are sent without waiting for the answers of those before. The published types do not know the option yet. */
const PIPELINED: object = { pipeline: true };
