/** A message from a client to its PostgreSQL server. */
export interface Message {
  /**
   * `Q`: statements as text; `P`: prepares a statement; `B`: start of a prepared statement; `S`: end of a group of these;
   * empty: the first message of a connection.
   */
  readonly type: string;
  readonly bytes: Buffer;
}

/** A message has a one-byte type and a four-byte length that includes itself. */
const TYPE = 1;
const LENGTH = 4;

/** Builds the messages that prepare and start a statement without a name or parameters. */
export function startOf(statement: string): Buffer {
  return Buffer.concat([messageOf('P', `\0${statement}\0\0\0`), messageOf('B', '\0\0\0\0\0\0\0\0')]);
}

function messageOf(type: string, text: string): Buffer {
  const bytes = Buffer.from(text);
  const head = Buffer.alloc(TYPE + LENGTH);
  head.write(type);
  head.writeInt32BE(LENGTH + bytes.length, TYPE);
  return Buffer.concat([head, bytes]);
}

/** Returns the first two texts of a message: name and statement of `P`, portal and name of `B`. */
export function textsOf({ bytes }: Message): readonly [string, string] {
  const first = bytes.indexOf(0, TYPE + LENGTH);
  const second = bytes.indexOf(0, first + 1);
  return [bytes.toString('utf8', TYPE + LENGTH, first), bytes.toString('utf8', first + 1, second)];
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
