import type { Readable, Writable } from 'node:stream';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { MessageLimit } from './message-limit.js';

/** Bytes of a message at most: an import of some ten thousand items. */
export const MAX_MESSAGE = 10 * 1024 * 1024;
/** How long a client that sends nothing is waited for before the portal is loaded. Milliseconds. */
const FIRST_WAIT = 100;

/** The streams of a process and the protocol's transport on them: when it was answered first, and why it ended. */
export class StdioLine extends StdioServerTransport {
  private readonly stdin: Readable;
  private readonly input: MessageLimit;
  private readonly asked = new Set<Promise<unknown>>();
  private readonly first = withResolvers();
  private readonly end = withResolvers();
  private failure: Error | undefined;

  constructor(stdin: Readable, stdout: Writable) {
    const input = new MessageLimit(MAX_MESSAGE);
    super(input, stdout, { maxBufferSize: 2 * MAX_MESSAGE });
    this.stdin = stdin;
    this.input = input;
    stdin.pipe(input, { end: false });
    for (const event of ['end', 'close']) stdin.once(event, () => void this.hangUp());
    for (const stream of [stdin, input]) stream.once('error', (error) => this.fail(error));
    stdout.once('error', ({ message }) => this.fail(new Error(`the client does not read its answers: ${message}`)));
  }

  /** Resolves when a message was answered, or there is none to answer. */
  async answered(): Promise<void> {
    await Promise.race([this.first.promise, this.end.promise.catch(() => {}), sleep(FIRST_WAIT, undefined)]);
  }

  /**
   * Resolves when the client has ended its side.
   * @throws Error when a message is too long, or nothing can be read or written any more
   */
  ended(): Promise<void> {
    return this.end.promise;
  }

  /** Counts a question as open until it is answered. */
  open<Answer>(answer: Promise<Answer>): Promise<Answer> {
    const settled = answer.then(
      () => {},
      () => {},
    );
    this.asked.add(settled);
    void settled.then(() => this.asked.delete(settled));
    return answer;
  }

  /** Waits until what was asked is answered. */
  async drained(): Promise<void> {
    do {
      await Promise.all(this.asked);
      // The protocol takes some turns from a message to its question, and from an answer to its message.
      await nextTurn();
    } while (this.asked.size > 0);
  }

  override async send(message: Parameters<StdioServerTransport['send']>[0]): Promise<void> {
    await super.send(message);
    this.first.resolve();
  }

  override async close(): Promise<void> {
    await super.close();
    // A client that stays must not keep the process.
    this.stdin.unpipe(this.input).pause();
    if (this.failure) this.end.reject(this.failure);
    else this.end.resolve();
  }

  /** What the client asked before it ended its side is answered, so that lines from a pipe are too. */
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

/** A promise with what settles it; a rejection that nobody waits for is no fault. */
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
