import { createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { listenLocally } from '../support/listen-locally.js';
import { sha256 } from './tile-client.js';

/**
 * A small witness, written from C2SP tlog-witness and tlog-cosignature without code of `src`: it stores the last size
 * and root of each known log, and cosigns only consistent checkpoints.
 */

interface Seen {
  readonly size: number;
  /** Base64 of the root hash. */
  readonly root: string;
}

interface Answer {
  readonly status: number;
  readonly text?: string;
  readonly type?: string;
}

export class TestWitness {
  readonly name: string;
  /** The last cosigned head, by origin. */
  readonly seen = new Map<string, Seen>();
  /** Status codes of its responses. */
  readonly answered: number[] = [];
  url = '';
  /** True if it must respond with 500. */
  isBroken = false;
  /** Runs before each response. */
  onCall: (() => Promise<void>) | undefined;
  private readonly logs = new Map<string, KeyObject>();
  private readonly key = generateKeyPairSync('ed25519');
  private server: Server | undefined;

  constructor(name: string) {
    this.name = name;
  }

  get vkey(): string {
    const key = Buffer.concat([Buffer.of(4), this.publicBytes()]);
    return `${this.name}+${this.keyId().toString('hex')}+${key.toString('base64')}`;
  }

  /** The witness's key in the format of a log's verifier key. */
  get logKey(): string {
    const id = sha256(Buffer.from(`${this.name}\n`), Buffer.of(1), this.publicBytes()).subarray(0, 4);
    return `${this.name}+${id.toString('hex')}+${Buffer.concat([Buffer.of(1), this.publicBytes()]).toString('base64')}`;
  }

  /** Registers a log by its verifier key. */
  trust(vkey: string): void {
    const [name = '', , ...key] = vkey.split('+');
    const x = Buffer.from(key.join('+'), 'base64').subarray(1).toString('base64url');
    this.logs.set(name, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }));
  }

  async start(): Promise<void> {
    this.server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', async () => {
        const isCall = request.method === 'POST' && request.url === '/add-checkpoint';
        await this.onCall?.();
        const {
          status,
          text = '',
          type = 'text/plain',
        } = isCall ? this.addCheckpoint(Buffer.concat(parts).toString()) : { status: 404 };
        this.answered.push(status);
        response.writeHead(status, { 'content-type': type }).end(text);
      });
    });
    this.url = await listenLocally(this.server);
  }

  /** Makes the witness unreachable. */
  async stop(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise((resolve) => this.server?.close(resolve));
  }

  private addCheckpoint(body: string): Answer {
    if (this.isBroken) return { status: 500 };
    const gap = body.indexOf('\n\n');
    const [old = '', ...proof] = body.slice(0, gap).split('\n');
    const note = body.slice(gap + 2);
    const end = note.lastIndexOf('\n\n');
    const text = note.slice(0, end + 1);
    const [origin = '', sizeText = '', root = ''] = text.split('\n');
    const from = Number(/^old (0|[1-9]\d*)$/.exec(old)?.[1]);
    const size = Number(/^(0|[1-9]\d*)$/.exec(sizeText)?.[1]);
    const key = this.logs.get(origin);
    if (!key) return { status: 404 };
    if (!isSigned(text, note.slice(end + 2), origin, key)) return { status: 403 };
    if (!Number.isSafeInteger(from) || from > size || proof.length > 63) return { status: 400 };
    const last = this.seen.get(origin) ?? { size: 0, root: '' };
    if (from !== last.size) return { status: 409, text: `${last.size}\n`, type: 'text/x.tlog.size' };
    // The specification defines no body for this response.
    if (from === size && from > 0 && root !== last.root) return { status: 409 };
    const hashes = proof.map((line) => Buffer.from(line, 'base64'));
    if (!isConsistent(from, size, hashes, Buffer.from(last.root, 'base64'), Buffer.from(root, 'base64')))
      return { status: 422 };
    this.seen.set(origin, { size, root });
    return { status: 200, text: this.lineOf(text, 1_800_000_000 + size) };
  }

  private lineOf(text: string, time: number): string {
    const seconds = Buffer.alloc(8);
    seconds.writeBigUInt64BE(BigInt(time));
    const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${time}\n${text}`), this.key.privateKey);
    return `\u2014 ${this.name} ${Buffer.concat([this.keyId(), seconds, signature]).toString('base64')}\n`;
  }

  private keyId(): Buffer {
    return sha256(Buffer.from(`${this.name}\n`), Buffer.of(4), this.publicBytes()).subarray(0, 4);
  }

  private publicBytes(): Buffer {
    return Buffer.from(this.key.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  }
}

function isSigned(text: string, lines: string, origin: string, key: KeyObject): boolean {
  return lines
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' '))
    .filter(([, name]) => name === origin)
    .some(([, , base64 = '']) => verify(null, Buffer.from(text), key, Buffer.from(base64, 'base64').subarray(4)));
}

/** Verifies a consistency proof as in RFC 9162, section 2.1.4.2. */
function isConsistent(
  first: number,
  second: number,
  proof: readonly Buffer[],
  firstRoot: Buffer,
  secondRoot: Buffer,
): boolean {
  if (first === 0) return proof.length === 0;
  if (first === second) return proof.length === 0 && firstRoot.equals(secondRoot);
  const path = (first & (first - 1)) === 0 ? [firstRoot, ...proof] : [...proof];
  const [start] = path;
  if (!start) return false;
  let [fn, sn] = [first - 1, second - 1];
  while (fn & 1) [fn, sn] = [fn >> 1, sn >> 1];
  let [fr, sr] = [start, start];
  for (const c of path.slice(1)) {
    if (sn === 0) return false;
    if (fn & 1 || fn === sn) {
      [fr, sr] = [sha256(Buffer.of(1), c, fr), sha256(Buffer.of(1), c, sr)];
      while (!(fn & 1) && fn !== 0) [fn, sn] = [fn >> 1, sn >> 1];
    } else sr = sha256(Buffer.of(1), sr, c);
    [fn, sn] = [fn >> 1, sn >> 1];
  }
  return sn === 0 && fr.equals(firstRoot) && sr.equals(secondRoot);
}
