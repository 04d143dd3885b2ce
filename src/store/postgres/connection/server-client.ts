import { Socket } from 'node:net';
import { Writable } from 'node:stream';
import { Client, type ClientBase, type ClientConfig } from 'pg';
import type { Servers } from './servers.js';
import { TYPES } from './types.js';

const IS_READ_ONLY = "SELECT current_setting('transaction_read_only') = 'on' AS is_read_only";

/** Statements are sent without waiting for the answers of those before. */
const PIPELINED: ClientConfig = { pipeline: true };

/** A connection to the server that takes writes at the moment. */
export class ServerClient extends Client {
  private readonly servers: Servers;
  private readonly server: string;
  private readonly socket: Socket;
  /** It can be used, or it is known that it cannot. */
  private isDecided = false;
  private isGathering = false;

  constructor(servers: Servers, config: ClientConfig) {
    const socket = new Socket();
    const server = servers.url;
    super({ ...config, ...PIPELINED, connectionString: server, stream: () => socket });
    this.servers = servers;
    this.server = server;
    this.socket = socket;
    // `error` comes before whoever waits for the connection hears of it; a server that refuses it just closes.
    socket.once('error', () => this.giveUp());
    socket.once('close', () => this.giveUp());
  }

  /**
   * Where several servers are named, the others are standbys.
   * @throws Error when it takes no writes
   */
  async assertWritable(): Promise<void> {
    if (this.servers.count > 1) {
      const { rows } = await this.query<{ readonly is_read_only: boolean }>(IS_READ_ONLY);
      if (rows[0]?.is_read_only !== false) {
        this.giveUp();
        throw new Error('the server is a standby: it takes no writes');
      }
    }
    this.isDecided = true;
  }

  /** What is sent in this turn goes in one piece: a write to the socket costs more than most statements. */
  gather(): void {
    const stream = this.isGathering ? undefined : streamOf(this);
    if (!stream) return;
    this.isGathering = true;
    stream.cork();
    process.nextTick(() => {
      this.isGathering = false;
      stream.uncork();
    });
  }

  /** Ends it at once, with all statements on it. */
  breakOff(): void {
    this.socket.destroy();
  }

  private giveUp(): void {
    if (!this.isDecided) this.servers.failed(this.server);
    this.isDecided = true;
  }
}

/** What a pool makes its connections of. `within`: milliseconds in which each server is asked. */
export function clientsOf(servers: Servers, within: number): new () => ClientBase {
  const config: ClientConfig = {
    connectionTimeoutMillis: within / servers.count,
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

/** What a connection writes to, with TLS or without; the published types do not name it. */
function streamOf(client: Client): Writable | undefined {
  const connection: unknown = Reflect.get(client, 'connection');
  const stream: unknown = typeof connection === 'object' && connection !== null && Reflect.get(connection, 'stream');
  return stream instanceof Writable ? stream : undefined;
}
