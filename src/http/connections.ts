import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { computeLimits, type Level, type Shares } from './shared-limit.js';

/** Connections of one address, of one API key, or of all clients. */
class Group {
  readonly open = new Set<Connection>();
  /** Number of idle connections. */
  idle = 0;

  add(connection: Connection): void {
    this.open.add(connection);
    if (connection.busy === 0) this.idle += 1;
  }

  remove(connection: Connection): void {
    if (this.open.delete(connection) && connection.busy === 0) this.idle -= 1;
  }

  /** Returns the connection other than `but` that has been idle for longest. */
  longestIdle(but: Connection): Connection | undefined {
    let longest: Connection | undefined;
    for (const one of this.idle > 0 ? this.open : [])
      if (one !== but && one.busy === 0 && one.idleSince < (longest?.idleSince ?? Infinity)) longest = one;
    return longest;
  }
}

interface Connection {
  readonly socket: Socket;
  readonly address: string | undefined;
  /** Key of the latest request. */
  key: string | undefined;
  /** Number of requests in flight, including those whose response is unread. */
  busy: number;
  /** The turn at which it last became idle: it is higher than those of earlier ones. */
  idleSince: number;
  /** The limit that the connection exceeded when no other connection could be closed for it. */
  surplus: Level | undefined;
  /** The groups that count the connection: all, its address's and its key's. */
  groups: readonly Group[];
}

/**
 * Open connections. Each address and each API key may have a share of them. A new connection above a limit closes the
 * longest idle one, so that clients that only hold connections cannot keep others out.
 */
export class Connections {
  /** Number of idle connections closed for new ones. */
  evicted = 0;
  /** Number of times at which a connection became idle. */
  private turns = 0;
  private readonly most: Readonly<Record<Level, number>>;
  private readonly all = new Group();
  private readonly byAddress = new Map<string, Group>();
  private readonly byKey = new Map<string, Group>();
  private readonly known = new WeakMap<Socket, Connection>();

  constructor(limit: number, shares: Shares) {
    this.most = computeLimits(limit, shares);
  }

  get open(): number {
    return this.all.open.size;
  }

  /** Counts a connection until it closes. `address` is `undefined` for a trusted proxy, which has no share. */
  connected(socket: Socket, address: string | undefined): void {
    const connection: Connection = {
      socket,
      address,
      key: undefined,
      busy: 0,
      idleSince: this.nextTurn(),
      surplus: undefined,
      groups: [],
    };
    this.known.set(socket, connection);
    this.all.add(connection);
    join(this.byAddress, address, connection);
    connection.groups = this.groupsOf(connection);
    if (this.isAbove(connection, 'address')) this.makeRoom(connection, 'address');
    if (this.isAbove(connection, 'all')) this.makeRoom(connection, 'all');
    socket.once('close', () => this.remove(connection));
  }

  /** Marks a connection as busy until the client has read the response. */
  begin(socket: Socket, response: ServerResponse): void {
    const connection = this.known.get(socket);
    if (!connection) return;
    connection.busy += 1;
    if (connection.busy === 1 && this.all.open.has(connection)) for (const group of connection.groups) group.idle -= 1;
    response.once('close', () => {
      connection.busy -= 1;
      if (connection.busy > 0 || !this.all.open.has(connection)) return;
      connection.idleSince = this.nextTurn();
      for (const group of connection.groups) group.idle += 1;
    });
  }

  /** Counts the connection for the key of its request. Returns the limit that it exceeds, if any. */
  exceededBy(socket: Socket, key: string | undefined): Level | undefined {
    const connection = this.known.get(socket);
    if (!connection) return undefined;
    this.assign(connection, key);
    const { surplus } = connection;
    return surplus && this.isAbove(connection, surplus) ? surplus : undefined;
  }

  private assign(connection: Connection, key: string | undefined): void {
    // A proxy's connection carries requests with many keys, so it is not counted for any.
    if (connection.address === undefined || key === undefined || key === connection.key) return;
    leave(this.byKey, connection.key, connection);
    connection.key = key;
    join(this.byKey, key, connection);
    connection.groups = this.groupsOf(connection);
    if (this.isAbove(connection, 'key')) this.makeRoom(connection, 'key');
  }

  /**
   * Closes the longest idle connection of those that count towards a limit. If there is none, records the limit as the
   * new connection's surplus.
   */
  private makeRoom(connection: Connection, level: Level): void {
    const group = level === 'all' ? this.largestWithIdle() : this.groupAt(connection, level);
    const oldest = group?.longestIdle(connection);
    if (!oldest) {
      connection.surplus = level;
      return;
    }
    this.evicted += 1;
    this.remove(oldest);
    oldest.socket.destroy();
  }

  /**
   * Returns the group that must make room first: of the addresses with several idle connections, the one with the most
   * open connections. If no address has several, this is the group of all connections.
   */
  private largestWithIdle(): Group {
    let largest: Group | undefined;
    for (const group of this.byAddress.values()) {
      const isLarger = group.open.size > Math.max(largest?.open.size ?? 0, 1);
      if (isLarger && group.idle > 1) largest = group;
    }
    return largest ?? this.all;
  }

  private nextTurn(): number {
    this.turns += 1;
    return this.turns;
  }

  private isAbove(connection: Connection, level: Level): boolean {
    return (this.groupAt(connection, level)?.open.size ?? 0) > this.most[level];
  }

  private groupAt({ address, key }: Connection, level: Level): Group | undefined {
    if (level === 'all') return this.all;
    return level === 'address' ? this.byAddress.get(address ?? '') : this.byKey.get(key ?? '');
  }

  private groupsOf(connection: Connection): Group[] {
    const groups = [this.groupAt(connection, 'address'), this.groupAt(connection, 'key')];
    return [this.all, ...groups.flatMap((group) => group ?? [])];
  }

  private remove(connection: Connection): void {
    this.all.remove(connection);
    leave(this.byAddress, connection.address, connection);
    leave(this.byKey, connection.key, connection);
  }
}

function join(groups: Map<string, Group>, name: string | undefined, connection: Connection): void {
  if (name === undefined) return;
  const group = groups.get(name) ?? new Group();
  group.add(connection);
  groups.set(name, group);
}

function leave(groups: Map<string, Group>, name: string | undefined, connection: Connection): void {
  if (name === undefined) return;
  const group = groups.get(name);
  group?.remove(connection);
  if (group?.open.size === 0) groups.delete(name);
}
