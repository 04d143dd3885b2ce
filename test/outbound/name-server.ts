import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

const TYPES: Readonly<Record<number, 'A' | 'AAAA'>> = { 1: 'A', 28: 'AAAA' };
/** Response flags for a known and an unknown name (RFC 1035, 4.1.1). */
const ANSWER = 0x8180;
const NO_SUCH_NAME = 0x8183;

/** Records of a name; `nothing` if the server must not respond. */
export type Known = { readonly A: readonly string[]; readonly AAAA: readonly string[] } | 'nothing';

/** A local DNS server (RFC 1035) that resolves the given names. */
export class NameServer {
  readonly asked: string[] = [];
  private readonly names: ReadonlyMap<string, Known>;
  private readonly socket: Socket = createSocket('udp4');

  constructor(names: Readonly<Record<string, Known>>) {
    this.names = new Map(Object.entries(names));
    this.socket.on('message', (query, { port }) => {
      const answer = this.answerTo(query);
      if (answer) this.socket.send(answer, port, '127.0.0.1');
    });
  }

  /** Starts the server. Returns its address in the format that a resolver accepts. */
  async open(): Promise<string> {
    this.socket.bind(0, '127.0.0.1');
    await once(this.socket, 'listening');
    return `127.0.0.1:${this.socket.address().port}`;
  }

  close(): void {
    this.socket.close();
  }

  private answerTo(query: Buffer): Buffer | undefined {
    const { name, end } = nameIn(query);
    this.asked.push(name);
    const known = this.names.get(name);
    if (known === 'nothing') return undefined;
    const type = TYPES[query.readUInt16BE(end)];
    const records = known && type ? known[type].map((address) => record(type, address)) : [];
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(known ? ANSWER : NO_SUCH_NAME, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(records.length, 6);
    return Buffer.concat([header, query.subarray(12, end + 4), ...records]);
  }
}

/** Reads the name in the question, and returns it with the position after it. */
function nameIn(query: Buffer) {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

/** Encodes a record for the name in the question (RFC 1035, 4.1.3 and 4.1.4). */
function record(type: 'A' | 'AAAA', address: string): Buffer {
  const data = type === 'A' ? Buffer.from(address.split('.').map(Number)) : Buffer.from(address, 'hex');
  const head = Buffer.from([0xc0, 0x0c, 0, type === 'A' ? 1 : 28, 0, 1, 0, 0, 0, 60, 0, data.length]);
  return Buffer.concat([head, data]);
}
