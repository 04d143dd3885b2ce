import { Transform, type TransformCallback } from 'node:stream';

/** The byte that ends a message (MCP, stdio). */
export const NEWLINE = 10;

/** Passes bytes through, and fails on a message longer than the limit. */
export class MessageLimit extends Transform {
  private readonly most: number;
  /** Bytes since the last newline. */
  private open = 0;

  /** `most` is the maximum number of bytes in a message. */
  constructor(most: number) {
    super();
    this.most = most;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    if (this.fits(chunk)) done(null, chunk);
    else
      done(new Error(`a message on stdin has more than ${this.most} bytes: send less at once, or use MCP over HTTP`));
  }

  private fits(chunk: Buffer): boolean {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      if (this.open + end - from > this.most) return false;
      this.open = 0;
      from = end + 1;
    }
    this.open += chunk.length - from;
    return this.open <= this.most;
  }
}
