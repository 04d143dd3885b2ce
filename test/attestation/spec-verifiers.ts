import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { decode, Tagged } from 'cborg';

/**
 * Independent proof verifiers, written from the specifications with a CBOR library and node:crypto, without code from
 * `src`. Each returns true if it accepts the proof.
 */

/** A log's trusted data. */
export interface KnownLog {
  readonly origin: string;
  /** The 32 bytes of the log's Ed25519 key. */
  readonly key: Uint8Array;
  /** RFC 7638 thumbprint of the key, as in the public key set. */
  readonly kid: string;
}

/** Verifies a COSE receipt (RFC 9052, RFC 9942; docs/receipts-format.md, COSE receipts). */
export function acceptsCose(bytes: Uint8Array, log: KnownLog): boolean {
  return accepts(() => {
    const tags = Object.assign([], { 18: (inner: () => unknown) => new Tagged(18, inner()) });
    const sign1: unknown = decode(bytes, { useMaps: true, tags });
    if (!(sign1 instanceof Tagged) || sign1.tag !== 18 || !Array.isArray(sign1.value) || sign1.value.length !== 4)
      return false;
    const [header, unprotected, payload, signature]: unknown[] = sign1.value;
    const named: unknown = decode(bytesOf(header), { useMaps: true });
    const claims = mapOf(mapOf(named).get(15));
    const isOurs = mapOf(named).get(1) === -8 && mapOf(named).get(395) === 1 && claims.get(1) === log.origin;
    if (!isOurs || Buffer.from(bytesOf(mapOf(named).get(4))).toString() !== log.kid || payload !== null) return false;
    const [proof, ...more] = listOf(mapOf(mapOf(unprotected).get(396)).get(-1));
    const [size, index, path] = listOf(decode(bytesOf(proof), { useMaps: true }));
    if (more.length > 0 || size !== mapOf(named).get(-65537) || !isCount(size) || !isCount(index)) return false;
    const leaf = sha256(Buffer.of(0), bytesOf(mapOf(unprotected).get(-65538)));
    const root = rootFrom(leaf, index, size, listOf(path).map(bytesOf));
    return root !== undefined && verify(null, sigStructure(bytesOf(header), root), keyOf(log), bytesOf(signature));
  });
}

/** Verifies a C2SP tlog-proof with its signed note. The extra data of the proof must be the entry. */
export function acceptsTlogProof(bytes: Uint8Array, log: KnownLog): boolean {
  return accepts(() => {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const gap = text.indexOf('\n\n');
    const [version, extra = '', index = '', ...hashes] = text.slice(0, gap).split('\n');
    if (version !== 'c2sp.org/tlog-proof@v1' || !/^extra /.test(extra) || !/^index (0|[1-9][0-9]*)$/.test(index))
      return false;
    const checkpoint = text.slice(gap + 2);
    const end = checkpoint.indexOf('\n\n');
    const body = checkpoint.slice(0, end + 1);
    const [origin, size = '', root = '', ...rest] = body.split('\n');
    if (origin !== log.origin || !/^(0|[1-9][0-9]*)$/.test(size) || rest.length !== 1) return false;
    const [, name, signature = ''] = /^\u2014 ([^ \n+]+) ([^ \n]+)\n$/u.exec(checkpoint.slice(end + 2)) ?? [];
    const id = sha256(Buffer.from(`${log.origin}\n\x01`), log.key).subarray(0, 4);
    const signed = strictBase64(signature);
    if (name !== log.origin || !id.equals(signed.subarray(0, 4))) return false;
    const leaf = sha256(Buffer.of(0), strictBase64(extra.slice('extra '.length)));
    const found = rootFrom(leaf, Number(index.slice('index '.length)), Number(size), hashes.map(strictBase64));
    return (
      found?.equals(strictBase64(root)) === true && verify(null, Buffer.from(body), keyOf(log), signed.subarray(4))
    );
  });
}

/** Computes the root (RFC 9162, 2.1.3.2). `undefined` if the path length does not match the position in the tree. */
function rootFrom(leaf: Buffer, index: number, size: number, path: readonly Uint8Array[]): Buffer | undefined {
  if (index >= size) return undefined;
  let [fn, sn, r] = [BigInt(index), BigInt(size) - 1n, leaf];
  for (const p of path) {
    if (sn === 0n || p.length !== 32) return undefined;
    if ((fn & 1n) === 1n || fn === sn) {
      r = sha256(Buffer.of(1), p, r);
      while ((fn & 1n) === 0n && fn !== 0n) [fn, sn] = [fn >> 1n, sn >> 1n];
    } else r = sha256(Buffer.of(1), r, p);
    [fn, sn] = [fn >> 1n, sn >> 1n];
  }
  return sn === 0n ? r : undefined;
}

/** Encodes the Sig_structure of RFC 9052, 4.4, an array of four elements, byte by byte. */
function sigStructure(header: Uint8Array, payload: Uint8Array): Buffer {
  const length = header.length < 24 ? Buffer.of(0x40 + header.length) : Buffer.of(0x58, header.length);
  return Buffer.concat([
    Buffer.from('846a', 'hex'),
    Buffer.from('Signature1'),
    length,
    header,
    Buffer.from('405820', 'hex'),
    payload,
  ]);
}

function keyOf({ key }: KnownLog): KeyObject {
  const x = Buffer.from(key).toString('base64url');
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}

function accepts(check: () => boolean): boolean {
  try {
    return check();
  } catch {
    return false;
  }
}

function strictBase64(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text) throw new TypeError('not base64');
  return bytes;
}

function sha256(...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function bytesOf(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw new TypeError('not bytes');
}

function mapOf(value: unknown): ReadonlyMap<unknown, unknown> {
  if (value instanceof Map) return value;
  throw new TypeError('not a map');
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new TypeError('not a list');
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
