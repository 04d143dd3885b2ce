import type { Readable, Writable } from 'node:stream';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { ExactMessages } from './exact-messages.js';
import { MessageLimit } from './message-limit.js';

/** Maximum bytes of a message. A longer message ends the process (docs/running.md). */
export const MAX_MESSAGE = 10 * 1024 * 1024;
/** Milliseconds after which the portal is loaded even if no response has been sent yet. */
const FIRST_WAIT = 100;

/** The SDK's stdio transport, with promises for the first response and the end of the connection. */
export class StdioLine extends StdioServerTransport {
  private readonly stdin: Readable;
  private readonly input: MessageLimit;
  private readonly asked = new Set<Promise<unknown>>();
  private readonly first = withResolvers();
  private readonly end = withResolvers();
  private failure: Error | undefined;

  constructor(stdin: Readable, stdout: Writable) {
    const input = new MessageLimit(MAX_MESSAGE);
    const messages = new ExactMessages();
    super(messages, stdout, { maxBufferSize: 2 * MAX_MESSAGE });
    this.stdin = stdin;
    this.input = input;
    messages.on('rejected', (answer: Parameters<StdioServerTransport['send']>[0]) => void this.open(this.send(answer)));
    input.pipe(messages);
    stdin.pipe(input, { end: false });
    for (const event of ['end', 'close']) stdin.once(event, () => void this.hangUp());
    for (const stream of [stdin, input]) stream.once('error', (error) => this.fail(error));
    stdout.once('error', ({ message }) => this.fail(new Error(`the client does not read responses: ${message}`)));
  }

  /** Resolves after the first response, when the client ends its input, or after `FIRST_WAIT` at the latest. */
  async answered(): Promise<void> {
    await Promise.race([this.first.promise, this.end.promise.catch(() => {}), sleep(FIRST_WAIT, undefined)]);
  }

  /**
   * Resolves when the connection has been closed, by the client or by this process.
   * @throws Error if a message is too long or a stream has failed
   */
  ended(): Promise<void> {
    return this.end.promise;
  }

  /** Counts a request as open until its response is ready. */
  open<Answer>(answer: Promise<Answer>): Promise<Answer> {
    const settled = answer.then(
      () => {},
      () => {},
    );
    this.asked.add(settled);
    void settled.then(() => this.asked.delete(settled));
    return answer;
  }

  /** Waits until all requests are answered. */
  async drained(): Promise<void> {
    do {
      await Promise.all(this.asked);
      // Lets the SDK pass messages to their handlers, and results to the client, which it does asynchronously.
      await nextTurn();
    } while (this.asked.size > 0);
  }

  override async send(message: Parameters<StdioServerTransport['send']>[0]): Promise<void> {
    await super.send(message);
    this.first.resolve();
  }

  override async close(): Promise<void> {
    await super.close();
    // A client that stays connected must not keep the process alive.
    this.stdin.unpipe(this.input).pause();
    if (this.failure) this.end.reject(this.failure);
    else this.end.resolve();
  }

  /** Requests sent before the client ended its input are still answered, so that piped lines work. */
  private async hangUp(): Promise<void> {
    this.first.resolve();
    await nextTurn();
    await this.drained();
    this.input.end();
  }

  private fail(error: Error): void {
    this.failure ??= error;
    void this.close();
  }
}

/** Creates a promise with its resolvers. A rejection that nobody handles is ignored. */
function withResolvers() {
  let resolve = () => {};
  let reject = (_error: Error) => {};
  const promise = new Promise<void>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  promise.catch(() => {});
  return { promise, resolve, reject };
}
