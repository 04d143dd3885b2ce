import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { z } from 'zod';
import { omitUndefined } from '../../domain/values/present.js';

/** A public key in a profile (RFC 7517). A key that does not have this form is skipped; the others remain usable. */
const jwk = z.looseObject({
  kid: z.string().min(1).max(255),
  kty: z.string(),
  crv: z.string().optional(),
  x: z.string().optional(),
  y: z.string().optional(),
  alg: z.string().optional(),
  use: z.string().optional(),
  key_ops: z.array(z.string()).optional(),
});
export type Jwk = z.output<typeof jwk>;

/** Maximum number of keys read per profile. */
const MAX_KEYS = 100;

/** Reads the keys of a profile, without those that are reserved for other uses than verification. */
export function readKeys(value: unknown): Jwk[] {
  const all: unknown[] = Array.isArray(value) ? value.slice(0, MAX_KEYS) : [];
  return all.flatMap((one) => {
    const { success, data } = jwk.safeParse(one);
    return success && data.use !== 'enc' && (data.key_ops?.includes('verify') ?? true) ? [data] : [];
  });
}

interface Algorithm {
  readonly kty: string;
  readonly crv: string;
  /** Names of the algorithm in JWKs and in signatures. */
  readonly names: readonly string[];
  /** Null if the algorithm determines the hash. */
  readonly hash: string | null;
  /** Signature length in bytes: r and s concatenated (RFC 9421, 3.3), never DER. */
  readonly length: number;
}

const ALGORITHMS: readonly Algorithm[] = [
  { kty: 'EC', crv: 'P-256', names: ['ES256', 'ecdsa-p256-sha256'], hash: 'sha256', length: 64 },
  { kty: 'EC', crv: 'P-384', names: ['ES384', 'ecdsa-p384-sha384'], hash: 'sha384', length: 96 },
  { kty: 'OKP', crv: 'Ed25519', names: ['EdDSA', 'Ed25519', 'ed25519'], hash: null, length: 64 },
];

/** A verification key. */
export interface VerifyingKey {
  readonly algorithm: Algorithm;
  readonly key: KeyObject;
}

/**
 * Imports a public key. `undefined` if its type, curve or algorithm is unsupported, or its point is not on the curve.
 */
export function verifyingKey({ kty, crv, x, y, alg }: Jwk): VerifyingKey | undefined {
  const algorithm = ALGORITHMS.find((one) => one.kty === kty && one.crv === crv);
  if (!algorithm || (alg !== undefined && !algorithm.names.includes(alg))) return undefined;
  try {
    const members = omitUndefined({ kty, crv, x, y: kty === 'EC' ? y : undefined });
    const key = createPublicKey({ key: members, format: 'jwk' });
    return { algorithm, key };
  } catch {
    return undefined;
  }
}

/** True if the key verifies the signature. `named`: the algorithm that the signature names, if any; it must match. */
export function isSignedBy(
  { algorithm, key }: VerifyingKey,
  base: string,
  signature: Buffer,
  named?: unknown,
): boolean {
  if (signature.length !== algorithm.length) return false;
  if (named !== undefined && !(typeof named === 'string' && algorithm.names.includes(named))) return false;
  return verify(algorithm.hash, Buffer.from(base), { key, dsaEncoding: 'ieee-p1363' }, signature);
}

/** Signs text with a P-256 key. */
export function signES256(key: KeyObject, base: string): Buffer {
  return sign('sha256', Buffer.from(base), { key, dsaEncoding: 'ieee-p1363' });
}

/** RFC 7638 thumbprint of a key: base64url of a SHA-256 hash. */
export function thumbprint({ kty, crv, x, y }: Pick<Jwk, 'kty' | 'crv' | 'x' | 'y'>): string {
  const members = kty === 'EC' ? { crv, kty, x, y } : { crv, kty, x };
  return createHash('sha256').update(JSON.stringify(members)).digest('base64url');
}
