import { Socket } from 'node:net';
import { Client, type ClientBase, type ClientConfig } from 'pg';
import { Pace } from './pace.js';
import type { Servers } from './servers.js';
import type { PreparedStatements } from './statement-group.js';
import { TYPES } from './types.js';

const IS_READ_ONLY = "SELECT current_setting('transaction_read_only') = 'on' AS is_read_only";

/**
 * Most statements find rows by their keys, so they need no new plan for each use, which would cost as much as the use. A
 * plan is kept while its table grows, so it must not scan a table that was small at first. The planner gives a scan that
 * it cannot avoid a cost so high that it would compile the query (JIT), which takes up to a second and saves nothing.
 */
const PLAN_ONCE = `
  SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET enable_bitmapscan = off; SET jit = off`;

/**
 * A server that has received only part of a group of statements waits for the rest, without a time limit and with all
 * locks. With these settings it notices within 25 seconds that the portal's machine or the network is gone.
 */
const NOTICE_LOSS = 'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3';

/**
 * A commit is acknowledged once it is on disk, and on the synchronous standbys if there are any. The server's, the
 * database's or the role's configuration may ask for more (`remote_apply`), but not for less.
 */
const DURABLE = `
  SELECT set_config('synchronous_commit', 'on', false)
  WHERE current_setting('synchronous_commit') NOT IN ('on', 'remote_apply')`;

const LIMITS_TRANSACTIONS = "SELECT current_setting('transaction_timeout', true) IS NOT NULL AS limits_transactions";

/** Time for a server to close its side of a connection that the portal has ended. */
const END_TIMEOUT_MS = 1_000;

const QUERY_TIMEOUT = /[?&]query_timeout=(\d+)/;

/** Sends statements without waiting for the results of earlier ones. */
const PIPELINED: ClientConfig = { pipeline: true };

/** A connection to the server that currently accepts writes. */
export class ServerClient extends Client {
  private readonly servers: Servers;
  private readonly server: string;
  private readonly socket: Socket;
  private readonly timeoutMs: number;
  readonly prepared: PreparedStatements = new Map();
  /** Pace of the servers, shared by all connections to them. */
  readonly pace: Pace;
  /** Time limit of a statement according to the URL, in milliseconds; 0 without one. */
  readonly queryTimeoutMs: number;
  /** True if the server can limit the time of a transaction (PostgreSQL 17). */
  limitsTransactions = false;
  /** True once the connection is known to be usable or unusable. */
  private isDecided = false;
  private isGathering = false;

  constructor(servers: Servers, pace: Pace, config: ClientConfig) {
    const socket = new Socket();
    const server = servers.url;
    super({ ...config, ...PIPELINED, connectionString: server, stream: () => socket });
    this.servers = servers;
    this.pace = pace;
    this.server = server;
    this.socket = socket;
    this.queryTimeoutMs = Number(QUERY_TIMEOUT.exec(server)?.[1] ?? 0);
    this.timeoutMs = config.connectionTimeoutMillis ?? 0;
    // The socket emits `error` before the connection attempt fails. A server that rejects a connection only closes it.
    socket.once('error', () => this.reportFailure());
    socket.once('close', () => this.reportFailure());
    // A server that does not respond does not close its side, and an open socket would keep the process running.
    socket.once('finish', () => setTimeout(() => this.abort(), END_TIMEOUT_MS).unref());
  }

  /**
   * Prepares a new connection. Checks that the server is not a standby, which matters only if several servers are
   * configured.
   * @throws Error if it accepts no writes
   */
  async prepare(): Promise<void> {
    const timer = setTimeout(() => this.abort(), this.timeoutMs);
    const [, { rows: limits }] = await Promise.all([
      this.query(`${PLAN_ONCE}; ${NOTICE_LOSS}; ${DURABLE}`),
      this.query<{ readonly limits_transactions: boolean }>(LIMITS_TRANSACTIONS),
    ]).finally(() => clearTimeout(timer));
    this.limitsTransactions = limits[0]?.limits_transactions === true;
    if (this.servers.count > 1) {
      const { rows } = await this.query<{ readonly is_read_only: boolean }>(IS_READ_ONLY);
      if (rows[0]?.is_read_only !== false) {
        this.reportFailure();
        throw new Error('the server is a standby: it accepts no writes');
      }
    }
    this.isDecided = true;
  }

  /** Sends the statements of this turn in one write, since a write to the socket costs more than most statements. */
  corkTurn(): void {
    if (this.isGathering) return;
    this.isGathering = true;
    const { stream } = this.connection;
    stream.cork();
    process.nextTick(() => {
      this.isGathering = false;
      stream.uncork();
    });
  }

  /** Closes the connection immediately, which fails all its statements. */
  abort(): void {
    this.socket.destroy();
  }

  private reportFailure(): void {
    if (!this.isDecided) this.servers.markFailed(this.server);
    this.isDecided = true;
  }
}

/** Builds the client class for a pool. `within`: milliseconds available to try all servers. */
export function makeClientClass(servers: Servers, within: number): new () => ClientBase {
  const config: ClientConfig = {
    connectionTimeoutMillis: within / servers.count,
    keepAlive: true,
    application_name: 'commerce-portal',
    types: TYPES,
  };
  const pace = new Pace();
  return class extends ServerClient {
    constructor() {
      super(servers, pace, config);
    }
  };
}
