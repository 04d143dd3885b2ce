import { createHash, createPublicKey, verify } from 'node:crypto';

/**
 * A log client, written only from C2SP tlog-tiles, tlog-checkpoint and signed-note, without code of `src`. It reads
 * over HTTP and holds everything in memory.
 */

/** Parses a log's verifier key into its name and key. */
function keyOf(vkey: string) {
  const [name = '', id = '', ...rest] = vkey.split('+');
  const key = Buffer.from(rest.join('+'), 'base64');
  if (key[0] !== 1 || key.length !== 33) throw new Error('not an Ed25519 key');
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: key.subarray(1).toString('base64url') };
  return { name, id: Buffer.from(id, 'hex'), publicKey: createPublicKey({ key: jwk, format: 'jwk' }) };
}

export interface SpecCheckpoint {
  readonly size: number;
  /** Base64 of the root hash. */
  readonly root: string;
  /** Signature lines. */
  readonly lines: readonly string[];
}

/** Verifies a checkpoint of the log with this verifier key, and returns its content. */
export function openNote(note: string, vkey: string): SpecCheckpoint {
  const { name, id, publicKey } = keyOf(vkey);
  const gap = note.lastIndexOf('\n\n');
  const text = note.slice(0, gap + 1);
  const lines = note
    .slice(gap + 2)
    .trimEnd()
    .split('\n');
  const [origin, size, root] = text.split('\n');
  const ours = lines.map((line) => line.split(' ')).find(([dash, by]) => dash === '\u2014' && by === name);
  const signed = Buffer.from(ours?.[2] ?? '', 'base64');
  const isSigned = signed.subarray(0, 4).equals(id) && verify(null, Buffer.from(text), publicKey, signed.subarray(4));
  if (!isSigned || origin !== name || !/^(0|[1-9]\d*)$/.test(size ?? '')) throw new Error(`not a checkpoint: ${note}`);
  return { size: Number(size), root: root ?? '', lines };
}

/** Encodes a tile index as path elements of three digits each. */
function elements(index: number): string {
  const digits = String(index).padStart(Math.ceil(String(index).length / 3) * 3, '0');
  const parts = digits.match(/\d{3}/g) ?? [];
  return parts.map((part, at) => (at === parts.length - 1 ? part : `x${part}`)).join('/');
}

export const sha256 = (...parts: readonly Uint8Array[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** Computes the Merkle Tree Hash (RFC 6962) from the hashes of complete subtrees and of the rest on their right. */
function fold(hashes: readonly Buffer[]): Buffer {
  const [first] = hashes;
  if (!first) return sha256();
  if (hashes.length === 1) return first;
  let k = 1;
  while (k * 2 < hashes.length) k *= 2;
  return sha256(Buffer.of(1), fold(hashes.slice(0, k)), fold(hashes.slice(k)));
}

export class TileClient {
  private readonly prefix: string;
  private readonly vkey: string;
  /** Requested paths. */
  readonly asked: string[] = [];

  constructor(prefix: string, vkey: string) {
    this.prefix = prefix;
    this.vkey = vkey;
  }

  async checkpoint(): Promise<SpecCheckpoint> {
    return openNote((await this.get('checkpoint')).toString(), this.vkey);
  }

  /** Reads all entries of the log up to a size. */
  async entries(size: number): Promise<Buffer[]> {
    const found: Buffer[] = [];
    for (const path of this.paths('entries', size)) {
      const bytes = await this.get(path);
      for (let at = 0; at < bytes.length; ) {
        const length = bytes.readUInt16BE(at);
        found.push(bytes.subarray(at + 2, at + 2 + length));
        at += 2 + length;
      }
    }
    if (found.length !== size) throw new Error(`${found.length} entries, not ${size}`);
    return found;
  }

  /**
   * Computes the root of the tree of `size` leaves from its tiles alone. Compares every tile above level 0 with the
   * tiles below it.
   */
  async rootFromTiles(size: number): Promise<{ readonly root: string; readonly leaves: readonly Buffer[] }> {
    const leaves = await this.level(0, size);
    for (let level = 1, below = leaves; size >= 256 ** level; level += 1) {
      const here = await this.level(level, size);
      const computed = here.map((_hash, at) => fold(below.slice(at * 256, (at + 1) * 256)));
      if (!Buffer.concat(here).equals(Buffer.concat(computed)))
        throw new Error(`level ${level} is not of level ${level - 1}`);
      below = here;
    }
    return { root: fold(leaves).toString('base64'), leaves };
  }

  private async level(level: number, size: number): Promise<Buffer[]> {
    const parts: Buffer[] = [];
    for (const path of this.paths(level, size)) parts.push(await this.get(path));
    const all = Buffer.concat(parts);
    return Array.from({ length: all.length / 32 }, (_hash, at) => all.subarray(at * 32, (at + 1) * 32));
  }

  private *paths(level: number | 'entries', size: number): Generator<string> {
    const hashes = Math.floor(size / 256 ** (level === 'entries' ? 0 : level));
    for (let index = 0; index * 256 < hashes; index += 1) {
      const width = Math.min(256, hashes - index * 256);
      yield `tile/${level}/${elements(index)}${width === 256 ? '' : `.p/${width}`}`;
    }
  }

  private async get(path: string): Promise<Buffer> {
    this.asked.push(path);
    const response = await fetch(`${this.prefix}/${path}`);
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return Buffer.from(await response.arrayBuffer());
  }
}
