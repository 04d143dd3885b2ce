import type { Socket } from 'node:net';
import { isOver } from './closing.js';

interface Waiting {
  readonly socket: Socket;
  readonly begin: () => void;
}

/**
 * Node hands over all requests of a connection that have arrived together. One of them begins in each turn of the event loop, so
 * that the requests of other connections come between.
 */
export class ConnectionTurns {
  private begun = new Set<Socket>();
  private waiting: Waiting[] = [];

  /** Begins now, or after the earlier requests of the connection; not at all when it has had its last answer by then. */
  take(socket: Socket, begin: () => void): void {
    if (this.begun.has(socket)) {
      this.waiting.push({ socket, begin });
      return;
    }
    if (this.begun.size === 0) setImmediate(() => this.next());
    this.begun.add(socket);
    if (!isOver(socket)) begin();
  }

  private next(): void {
    const { waiting } = this;
    this.begun = new Set();
    this.waiting = [];
    for (const { socket, begin } of waiting) this.take(socket, begin);
  }
}
