import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { DatabaseMessages, type Message, startOf, textsOf } from './database-messages.js';

/** Point in a transaction at which the proxy breaks its connection. */
export type Cut = {
  readonly of: 'a write' | 'a read';
  /** After the cut, rejects connections until `resume`. */
  readonly thenGone?: boolean;
} & (BeforeOrLate | AfterCommit);

interface BeforeOrLate {
  /** A number is the position of a statement after BEGIN. */
  readonly at: 'BEGIN' | 'COMMIT' | number;
  /**
   * `before`: the server never receives the statement. `late`: the server receives it, and any later messages, once the
   * client has sent a group of statements on another connection.
   */
  readonly when: 'before' | 'late';
}

/** The server commits, but the client receives no confirmation. */
interface AfterCommit {
  readonly at: 'COMMIT';
  readonly when: 'after';
}

/** A proxy between a portal and its database that breaks connections on request. */
export interface CuttingProxy {
  /** The database URL through the proxy. */
  readonly url: string;
  /** Number of broken connections. */
  readonly cuts: number;
  /** Number of connection attempts. */
  readonly asked: number;
  /** Cuts the next transaction that reaches this point. */
  cutNext(cut: Cut | undefined): void;
  /** Replaces the BEGIN of the next transaction of this kind by a statement that fails with this SQLSTATE. */
  failNext(of: Cut['of'], code: string): void;
  /** Silently drops everything that clients send, as if the server's machine had lost power. */
  silence(isSilent: boolean): void;
  /** Breaks all connections and accepts no new ones until `resume`. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  close(): Promise<void>;
}

export async function cuttingProxy(database: string): Promise<CuttingProxy> {
  const target = new URL(database);
  const plan = new Plan();
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    plan.asked += 1;
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    join(client, upstream, plan);
  });
  const stop = async () => {
    if (!server.listening) return;
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close');
  };
  plan.leave = stop;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('a proxy without a port');
  const url = new URL(database);
  url.port = String(address.port);
  return {
    url: url.href,
    get cuts() {
      return plan.cuts;
    },
    get asked() {
      return plan.asked;
    },
    cutNext: (cut) => {
      plan.next = cut;
    },
    failNext: (of, code) => {
      plan.failing = { of, code };
    },
    silence: (isSilent) => {
      plan.isSilent = isSilent;
    },
    pause: stop,
    async resume() {
      server.listen(address.port, '127.0.0.1');
      await once(server, 'listening');
    },
    close: stop,
  };
}

/** State shared by all connections of a proxy. */
class Plan {
  next: Cut | undefined;
  cuts = 0;
  asked = 0;
  failing: { readonly of: Cut['of']; readonly code: string } | undefined;
  isSilent = false;
  leave: () => Promise<void> = async () => undefined;
  /** Callbacks that deliver the delayed messages. */
  private held: (() => void)[] = [];

  /** Takes the pending cut at this position of a transaction; each cut is used once. */
  taken(of: Cut['of'], at: Cut['at']): Cut | undefined {
    const cut = this.next;
    if (cut?.of !== of || cut.at !== at) return undefined;
    this.next = undefined;
    this.cuts += 1;
    return cut;
  }

  /** Returns the bytes to send to the server in place of a message. */
  instead(of: Cut['of'], at: Cut['at'] | undefined, { type, bytes }: Message): Buffer {
    const { failing } = this;
    if (failing?.of !== of || at !== 'BEGIN' || type !== 'B') return bytes;
    this.failing = undefined;
    return startOf(`DO $$ BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = '${failing.code}'; END $$`);
  }

  hold(deliver: () => void): void {
    this.held.push(deliver);
  }

  deliver(): void {
    for (const deliver of this.held.splice(0)) deliver();
  }
}

function join(client: Socket, upstream: Socket, plan: Plan): void {
  const messages = new DatabaseMessages();
  const place = new Place();
  let cut: Cut | undefined;
  let isOver = false;
  /** Runs only once, since the last socket may close after the proxy accepts connections again. */
  const end = () => {
    if (isOver) return;
    isOver = true;
    client.destroy();
    upstream.destroy();
    if (cut?.thenGone) void plan.leave();
  };
  client.on('data', (bytes: Buffer) => {
    if (plan.isSilent) return;
    const late: Buffer[] = [];
    for (const message of messages.of(bytes)) {
      const at = place.of(message);
      if (at) cut ??= plan.taken(place.transaction, at.is);
      if (cut?.when === 'before') return end();
      if (cut?.when === 'late') late.push(message.bytes);
      else upstream.write(plan.instead(place.transaction, at?.is, message));
      if (message.type === 'S') plan.deliver();
    }
    if (late.length === 0) return;
    plan.hold(() => upstream.end(Buffer.concat(late)));
    client.destroy();
  });
  upstream.on('data', (bytes: Buffer) => {
    if (cut === undefined) client.write(bytes);
    // Only this response proves the commit.
    else if (cut.when === 'after' && bytes.includes('COMMIT\0')) end();
  });
  client.on('close', () => {
    if (cut?.when !== 'late') end();
  });
  upstream.on('close', end);
}

/** A connection's position in its transaction. */
class Place {
  transaction: Cut['of'] = 'a read';
  private readonly prepared = new Map<string, string>();
  private at: { readonly is: Cut['at'] } | undefined;
  private statements = 0;

  /** Position of a message in the transaction; `undefined` outside of one. */
  of(message: Message): { readonly is: Cut['at'] } | undefined {
    const { type, bytes } = message;
    if (type === 'P') this.prepared.set(...textsOf(message));
    else if (type === 'B') this.at = this.startOf(this.prepared.get(textsOf(message)[1]) ?? '');
    const { at } = this;
    if (type === 'Q') this.at = undefined;
    if (type === 'S' && at?.is === 'COMMIT') this.at = undefined;
    return at && type === 'Q' ? (bytes.includes('COMMIT') ? { is: 'COMMIT' } : undefined) : at;
  }

  private startOf(statement: string): { readonly is: Cut['at'] } | undefined {
    if (statement.startsWith('BEGIN ISOLATION')) {
      this.transaction = statement.includes('READ COMMITTED') ? 'a write' : 'a read';
      this.statements = 0;
      return { is: 'BEGIN' };
    }
    if (!this.at) return undefined;
    return { is: statement === 'COMMIT' ? 'COMMIT' : this.statements++ };
  }
}
