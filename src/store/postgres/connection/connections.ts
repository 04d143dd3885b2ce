import { type ClientBase, Pool, type PoolClient } from 'pg';
import type { Fence } from './fence.js';
import { Places } from './places.js';
import { PostgresFault } from './postgres-fault.js';
import { clientsOf, ServerClient } from './server-client.js';
import { Servers } from './servers.js';
import { Session } from './session.js';
import { TOO_MANY_CONNECTIONS } from './sqlstates.js';

/** Wait of a piece of work for a connection, new or free. */
const CONNECT_WITHIN = 10_000;
/** Default number of connections of a process: one to write, the others to read. */
export const CONNECTIONS = 10;
const IDLE = 60_000;
/** After a server rejected a connection for want of room, no further ones are opened for this time. */
const FULL_FOR = 1_000;

const OTHER_KIND = 'the pool has made a connection of another kind';

/**
 * A bounded number of connections to one database. Work waits for a free one in order of arrival. The queue is here and
 * not in the pool: after one rejection, the pool would request a new connection for each queued piece of work.
 */
export class Connections {
  private readonly servers: Servers;
  private readonly pool: Pool;
  /** Pieces of work that wait for a connection. */
  private asking = 0;
  private readonly places: Places;
  /** Last error of a server without room for more connections, and its time. */
  private full: { readonly fault: PostgresFault; readonly at: number } | undefined;
  /** Fence of all later write transactions. */
  fence: Fence | undefined;

  constructor(url: string, max: number) {
    const servers = new Servers(url);
    const limits = { max, connectionTimeoutMillis: CONNECT_WITHIN, idleTimeoutMillis: IDLE };
    this.servers = servers;
    // While the servers are full, only the open connections count.
    this.places = new Places(() => (this.fullNow ? Math.max(1, this.pool.totalCount) : max));
    this.pool = new Pool({
      ...limits,
      Client: clientsOf(servers, CONNECT_WITHIN),
      verify,
    });
    // A broken connection fails its statements; no one else needs the error.
    this.pool.on('error', () => undefined);
    this.pool.on('connect', (client) => client.on('error', () => undefined));
  }

  /** Open or opening connections, and pieces of work that wait for one. */
  get stats(): { readonly open: number; readonly waiting: number } {
    // Work that gets an idle connection in the next tick, such as the reads of the metrics themselves, does not wait.
    return { open: this.pool.totalCount, waiting: Math.max(0, this.asking - this.pool.idleCount) };
  }

  get isClosed(): boolean {
    return this.pool.ending;
  }

  /**
   * Breaks off a connection whose server sends nothing for `patience` milliseconds.
   * @throws PostgresFault if no connection is free in time
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

  /** Waits for an open connection while the servers accept no more. */
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

  /** Takes an idle connection, or opens one. Tries each server once. */
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

  /** Without an open connection, waiting is pointless. */
  private noteFull(fault: PostgresFault): void {
    this.full = { fault, at: performance.now() };
    if (this.pool.totalCount === 0) this.places.refuse(fault);
  }
}

function verify(client: ClientBase, done: (error?: Error) => void): void {
  if (client instanceof ServerClient) client.assertWritable().then(() => done(), done);
  else done(new Error(OTHER_KIND));
}
