import { type ClientBase, Pool, type PoolClient } from 'pg';
import type { Fence } from './fence.js';
import { Places } from './places.js';
import { PostgresFault } from './postgres-fault.js';
import { clientsOf, ServerClient } from './server-client.js';
import { Servers } from './servers.js';
import { Session } from './session.js';
import { TOO_MANY_CONNECTIONS } from './sqlstates.js';

/** How long a piece of work waits for a connection, new or free. Milliseconds. */
const CONNECT_WITHIN = 10_000;
/** Connections of a process, unless told otherwise: the one that writes, and the reads beside it. */
export const CONNECTIONS = 10;
/** A connection that nobody uses is closed. Milliseconds. */
const IDLE = 60_000;
/** How long a server that takes no more connections is not asked for more. Milliseconds. */
const FULL_FOR = 1_000;

const OTHER_KIND = 'the pool has made a connection of another kind';

/**
 * A bounded number of connections to one database. What finds none free waits in the order of coming: here, and not in the pool, which
 * would ask the server for another connection for each that waits as soon as it has refused one.
 */
export class Connections {
  private readonly servers: Servers;
  private readonly pool: Pool;
  /** Pieces of work that have asked for a connection and have none yet. */
  private asking = 0;
  private readonly places: Places;
  /** The server takes no more connections, and said so at this time. */
  private full: { readonly fault: PostgresFault; readonly at: number } | undefined;
  /** Of all transactions that write from now on. */
  fence: Fence | undefined;

  constructor(url: string, max: number) {
    const servers = new Servers(url);
    const limits = { max, connectionTimeoutMillis: CONNECT_WITHIN, idleTimeoutMillis: IDLE };
    this.servers = servers;
    // For a moment after it was full there are no more than are open.
    this.places = new Places(() => (this.fullNow ? Math.max(1, this.pool.totalCount) : max));
    this.pool = new Pool({
      ...limits,
      Client: clientsOf(servers, CONNECT_WITHIN),
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
      this.places.giveBack();
    }
  }

  async close(): Promise<void> {
    if (!this.isClosed) await this.pool.end();
  }

  /** Where the servers take no more connections, one that is open is waited for. */
  private async connected(): Promise<PoolClient & ServerClient> {
    const end = performance.now() + CONNECT_WITHIN;
    for (let tries = 0; ; tries += 1) {
      const full = this.fullNow;
      if (full && this.pool.totalCount === 0) throw full.fault;
      await this.place(end - performance.now(), tries > 0);
      try {
        return await this.opened();
      } catch (error) {
        const isFull = error instanceof PostgresFault && error.code === TOO_MANY_CONNECTIONS;
        if (isFull) this.noteFull(error);
        this.places.giveBack();
        if (!isFull || performance.now() > end) throw error;
      }
    }
  }

  private async place(within: number, isAgain: boolean): Promise<void> {
    try {
      await this.places.take(within, isAgain);
    } catch (error) {
      throw error instanceof PostgresFault ? error : new PostgresFault(error);
    }
  }

  /** One that is idle, or a new one. Asks each server once. */
  private async opened(): Promise<PoolClient & ServerClient> {
    for (let tries = 1; ; tries += 1) {
      try {
        const client = await this.pool.connect();
        if (!(client instanceof ServerClient)) throw new Error(OTHER_KIND);
        return client;
      } catch (cause) {
        const fault = new PostgresFault(cause);
        if (tries >= this.servers.count || fault.code === TOO_MANY_CONNECTIONS) throw fault;
      }
    }
  }

  private get fullNow() {
    return this.full && performance.now() - this.full.at <= FULL_FOR ? this.full : undefined;
  }

  /** Where none is open there is nothing to wait for. */
  private noteFull(fault: PostgresFault): void {
    this.full = { fault, at: performance.now() };
    if (this.pool.totalCount === 0) this.places.refuse(fault);
  }
}

function verify(client: ClientBase, done: (error?: Error) => void): void {
  if (client instanceof ServerClient) client.assertWritable().then(() => done(), done);
  else done(new Error(OTHER_KIND));
}
