import type { Socket } from 'node:net';
import { isConnectionOver } from './closing.js';

interface Waiting {
  readonly socket: Socket;
  readonly begin: () => void;
}

/**
 * Starts one request of a connection per turn of the event loop. Node delivers all pipelined requests together, and
 * would start them before the requests of other connections.
 */
export class ConnectionTurns {
  private begun = new Set<Socket>();
  private waiting: Waiting[] = [];

  /**
   * Starts a request now, or after the connection's earlier ones; never if the connection has had its last response by
   * then.
   */
  take(socket: Socket, begin: () => void): void {
    if (this.begun.has(socket)) {
      this.waiting.push({ socket, begin });
      return;
    }
    if (this.begun.size === 0) setImmediate(() => this.next());
    this.begun.add(socket);
    if (!isConnectionOver(socket)) begin();
  }

  private next(): void {
    const { waiting } = this;
    this.begun = new Set();
    this.waiting = [];
    for (const { socket, begin } of waiting) this.take(socket, begin);
  }
}
