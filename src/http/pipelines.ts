import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isConnectionOver } from './closing.js';

interface Pipelined {
  readonly response: ServerResponse;
  readonly begin: () => void;
}

interface Pipeline {
  /** The response that is being made or sent, if any. */
  current: ServerResponse | undefined;
  /** Later requests, in order of arrival. */
  readonly waiting: Pipelined[];
}

/**
 * Handles the requests of each connection one after the other. Node parses pipelined requests together and would store
 * each response until the earlier ones are read, then send all of them in one turn of the event loop.
 */
export class Pipelines {
  readonly stats = { closed: 0 };
  private readonly maxUnanswered: number;
  private readonly pipelines = new WeakMap<Socket, Pipeline>();

  /**
   * `maxUnanswered`: maximum requests of one connection whose responses the client has not read; with more, the
   * connection is closed.
   */
  constructor(maxUnanswered: number) {
    this.maxUnanswered = maxUnanswered;
  }

  /**
   * Returns false if the connection is over. Closes a connection with too many unread responses, and returns false for
   * it too.
   */
  hasRoom(socket: Socket): boolean {
    if (isConnectionOver(socket)) return false;
    const pipeline = this.pipelines.get(socket);
    if (!pipeline?.current || pipeline.waiting.length + 1 < this.maxUnanswered) return true;
    this.stats.closed += 1;
    socket.destroy();
    return false;
  }

  /**
   * Begins a request now, or in the turn after the connection's previous response was sent. If that response was the
   * connection's last, the request never begins.
   */
  take(socket: Socket, pipelined: Pipelined): void {
    const pipeline = this.pipelineOf(socket);
    if (pipeline.current) {
      pipeline.waiting.push(pipelined);
      return;
    }
    pipeline.current = pipelined.response;
    this.begin(socket, pipeline, pipelined);
  }

  /** The response that the connection is getting, if any. */
  currentOf(socket: Socket): ServerResponse | undefined {
    return this.pipelines.get(socket)?.current;
  }

  private pipelineOf(socket: Socket): Pipeline {
    const known = this.pipelines.get(socket);
    if (known) return known;
    const pipeline: Pipeline = { current: undefined, waiting: [] };
    this.pipelines.set(socket, pipeline);
    return pipeline;
  }

  private begin(socket: Socket, pipeline: Pipeline, { response, begin }: Pipelined): void {
    if (isConnectionOver(socket)) return;
    response.once('close', () => this.beginNext(socket, pipeline));
    begin();
  }

  private beginNext(socket: Socket, pipeline: Pipeline): void {
    const next = pipeline.waiting.shift();
    pipeline.current = next?.response;
    if (next) setImmediate(() => this.begin(socket, pipeline, next));
  }
}
