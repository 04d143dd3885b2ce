import { type ClientBase, type ClientConfig, Pool } from 'pg';
import type { Fence } from './fence.js';
import { PostgresFault } from './postgres-fault.js';
import { ServerClient } from './server-client.js';
import { Servers } from './servers.js';
import { Session } from './session.js';
import { TYPES } from './types.js';

/** How long a piece of work waits for a connection, new or free. Milliseconds. */
const CONNECT_WITHIN = 10_000;
/** Connections of a process, unless told otherwise: the one that writes, and the reads beside it. */
export const CONNECTIONS = 10;
/** A connection that nobody uses is closed. Milliseconds. */
const IDLE = 60_000;

const OTHER_KIND = 'the pool has made a connection of another kind';

/** A bounded number of connections to one database. What finds none free waits in the order of coming. */
export class Connections {
  private readonly servers: Servers;
  private readonly pool: Pool;
  /** Pieces of work that have asked for a connection and have none yet. */
  private asking = 0;
  /** Of all transactions that write from now on. */
  fence: Fence | undefined;

  constructor(url: string, max: number) {
    const servers = new Servers(url);
    const limits = { max, connectionTimeoutMillis: CONNECT_WITHIN, idleTimeoutMillis: IDLE };
    this.servers = servers;
    this.pool = new Pool({
      ...limits,
      Client: clientsOf(servers),
      verify,
    });
    // A connection that breaks fails the statements on it; there is nobody else to tell.
    this.pool.on('error', () => undefined);
    this.pool.on('connect', (client) => client.on('error', () => undefined));
  }

  /** Connections that are open or being opened, and the pieces of work that wait for one. */
  get stats(): { readonly open: number; readonly waiting: number } {
    // Those that a free connection takes in the next tick, such as the reads of the metrics themselves, do not wait.
    return { open: this.pool.totalCount, waiting: Math.max(0, this.asking - this.pool.idleCount) };
  }

  get isClosed(): boolean {
    return this.pool.ending;
  }

  /**
   * `patience`: a connection on which the server says nothing for so long is broken off. Milliseconds.
   * @throws PostgresFault when there is no connection in time
   */
  async use<R>(work: (session: Session) => Promise<R>, patience?: number): Promise<R> {
    this.asking += 1;
    const client = await this.connected().finally(() => {
      this.asking -= 1;
    });
    const session = new Session(client, this.fence, patience);
    try {
      return await work(session);
    } finally {
      client.release(session.isLost);
    }
  }

  async close(): Promise<void> {
    if (!this.isClosed) await this.pool.end();
  }

  /** Asks each server once. */
  private async connected() {
    for (let tries = 1; ; tries += 1) {
      try {
        const client = await this.pool.connect();
        if (!(client instanceof ServerClient)) throw new Error(OTHER_KIND);
        return client;
      } catch (cause) {
        if (tries >= this.servers.count) throw new PostgresFault(cause);
      }
    }
  }
}

/** What the pool makes its connections of. */
function clientsOf(servers: Servers): new () => ClientBase {
  const config: ClientConfig = {
    connectionTimeoutMillis: CONNECT_WITHIN / servers.count,
    keepAlive: true,
    application_name: 'commerce-portal',
    types: TYPES,
  };
  return class extends ServerClient {
    constructor() {
      super(servers, config);
    }
  };
}

function verify(client: ClientBase, done: (error?: Error) => void): void {
  if (client instanceof ServerClient) client.assertWritable().then(() => done(), done);
  else done(new Error(OTHER_KIND));
}
