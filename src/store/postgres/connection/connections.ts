import { type ClientBase, Pool, type PoolClient } from 'pg';
import type { Fence } from './fence.js';
import { PostgresFault } from './postgres-fault.js';
import { makeClientClass, ServerClient } from './server-client.js';
import { Servers } from './servers.js';
import { Session } from './session.js';
import { Slots } from './slots.js';
import { TOO_MANY_CONNECTIONS } from './sqlstates.js';

/** Maximum time that a task waits for a new or free connection. */
const CONNECT_TIMEOUT_MS = 10_000;
/** Default number of connections per process. */
export const DEFAULT_CONNECTIONS = 10;
const IDLE_TIMEOUT_MS = 60_000;
/** After a server rejects a connection because it has too many, no more are opened for this time. */
const FULL_BACKOFF_MS = 1_000;

const UNEXPECTED_CLIENT = 'the pool has made a connection of another kind';

/**
 * A bounded number of connections to one database. Tasks wait for a free one in order of arrival. They do not wait in
 * the pool, because after a rejection the pool would request a new connection for each waiting task.
 */
export class Connections {
  private readonly servers: Servers;
  private readonly pool: Pool;
  /** Number of tasks that wait for a connection. */
  private requesting = 0;
  private readonly slots: Slots;
  /** Last error of a server that accepted no more connections, and the time of the error. */
  private lastFull: { readonly fault: PostgresFault; readonly at: number } | undefined;
  /** Maximum number of connections. */
  readonly max: number;
  /** Fence for all write transactions that begin after it is set. */
  fence: Fence | undefined;

  constructor(url: string, max: number) {
    const servers = new Servers(url);
    const limits = { max, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, idleTimeoutMillis: IDLE_TIMEOUT_MS };
    this.servers = servers;
    this.max = max;
    // While the servers are full, there are only as many slots as open connections.
    this.slots = new Slots(() => (this.recentFull ? Math.max(1, this.pool.totalCount) : max));
    this.pool = new Pool({
      ...limits,
      Client: makeClientClass(servers, CONNECT_TIMEOUT_MS),
      verify,
    });
    // A broken connection fails its statements, so nothing else needs this error.
    this.pool.on('error', () => undefined);
    this.pool.on('connect', (client) => client.on('error', () => undefined));
  }

  /** Number of connections that are open or being opened, and of tasks waiting for one. */
  get stats(): { readonly open: number; readonly waiting: number } {
    // A task that gets an idle connection in the next tick, such as the metrics' own read, does not count as waiting.
    return { open: this.pool.totalCount, waiting: Math.max(0, this.requesting - this.pool.idleCount) };
  }

  get isClosed(): boolean {
    return this.pool.ending;
  }

  /**
   * Runs `work` on a connection. Aborts the connection if its server sends nothing for `patience` milliseconds.
   * @throws PostgresFault if no connection is free in time
   */
  async use<R>(work: (session: Session) => Promise<R>, patience?: number): Promise<R> {
    this.requesting += 1;
    const client = await this.acquire().finally(() => {
      this.requesting -= 1;
    });
    const session = new Session(client, this.fence, patience);
    try {
      return await work(session);
    } finally {
      client.release(session.isLost);
      this.slots.release();
    }
  }

  async close(): Promise<void> {
    if (!this.isClosed) await this.pool.end();
  }

  /** Takes a connection. While the servers accept no new ones, waits for an open one, or throws if there is none. */
  private async acquire(): Promise<PoolClient & ServerClient> {
    const end = performance.now() + CONNECT_TIMEOUT_MS;
    for (let tries = 0; ; tries += 1) {
      const full = this.recentFull;
      if (full && this.pool.totalCount === 0) throw full.fault;
      await this.takeSlot(end - performance.now(), tries > 0);
      try {
        return await this.connect();
      } catch (error) {
        const isFull = error instanceof PostgresFault && error.code === TOO_MANY_CONNECTIONS;
        if (isFull) this.noteFull(error);
        this.slots.release();
        if (!isFull || performance.now() > end) throw error;
      }
    }
  }

  private async takeSlot(within: number, isAgain: boolean): Promise<void> {
    try {
      await this.slots.take(within, isAgain);
    } catch (error) {
      throw error instanceof PostgresFault ? error : new PostgresFault(error);
    }
  }

  /** Gets an idle connection, or opens one. Tries each server once. */
  private async connect(): Promise<PoolClient & ServerClient> {
    for (let tries = 1; ; tries += 1) {
      try {
        const client = await this.pool.connect();
        if (!(client instanceof ServerClient)) throw new Error(UNEXPECTED_CLIENT);
        return client;
      } catch (cause) {
        const fault = new PostgresFault(cause);
        if (tries >= this.servers.count || fault.code === TOO_MANY_CONNECTIONS) throw fault;
      }
    }
  }

  private get recentFull() {
    return this.lastFull && performance.now() - this.lastFull.at <= FULL_BACKOFF_MS ? this.lastFull : undefined;
  }

  /** Records that the servers are full. If no connection is open, none will be released, so the waiting tasks fail. */
  private noteFull(fault: PostgresFault): void {
    this.lastFull = { fault, at: performance.now() };
    if (this.pool.totalCount === 0) this.slots.rejectWaiting(fault);
  }
}

function verify(client: ClientBase, done: (error?: Error) => void): void {
  if (client instanceof ServerClient) client.prepare().then(() => done(), done);
  else done(new Error(UNEXPECTED_CLIENT));
}
