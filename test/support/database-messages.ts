/** A message from a client to its PostgreSQL server. */
export interface Message {
  /**
   * `Q`: statements as text; `P` and `B`: start of a statement with parameters; `S`: end of that statement; empty: the
   * first message of a connection.
   */
  readonly type: string;
  readonly bytes: Buffer;
}

/** A message has a one-byte type and a four-byte length that includes itself. */
const TYPE = 1;
const LENGTH = 4;

/** Builds a message that contains statements as text. */
export function textMessage(script: string): Buffer {
  const text = Buffer.from(`${script}\0`);
  const head = Buffer.alloc(TYPE + LENGTH);
  head.write('Q');
  head.writeInt32BE(LENGTH + text.length, TYPE);
  return Buffer.concat([head, text]);
}

/** Splits a client's bytes into messages. */
export class DatabaseMessages {
  private rest: Buffer = Buffer.alloc(0);
  private isBegun = false;

  /** Yields the complete messages. */
  *of(bytes: Buffer): Generator<Message> {
    this.rest = Buffer.concat([this.rest, bytes]);
    for (;;) {
      const from = this.isBegun ? TYPE : 0;
      if (this.rest.length < from + LENGTH) return;
      const size = from + this.rest.readInt32BE(from);
      if (this.rest.length < size) return;
      const message = this.rest.subarray(0, size);
      this.rest = this.rest.subarray(size);
      yield { type: this.isBegun ? String.fromCharCode(message[0] ?? 0) : '', bytes: message };
      this.isBegun = true;
    }
  }
}
