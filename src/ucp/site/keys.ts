import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { z } from 'zod';
import type { Deployment } from '../../domain/tenant/tenant.js';
import type { UcpKey } from '../../domain/tenant/ucp.js';
import { open, seal } from '../../domain/values/aead.js';
import { thumbprint } from '../signatures/keys.js';
import type { Signer } from '../signatures/sign.js';

/**
 * Period for which a replaced key stays published, so that its signatures can still be verified (UCP, Key Rotation).
 * Milliseconds.
 */
const GRACE = 7 * 24 * 60 * 60 * 1000;

const point = z.object({ x: z.string(), y: z.string() });

/**
 * Creates a P-256 key, whose signatures every platform can verify. `secret`: the database's secret for sealing these
 * keys.
 */
export function newUcpKey(secret: Buffer, now: number): UcpKey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = point.parse(publicKey.export({ format: 'jwk' }));
  const kid = thumbprint({ kty: 'EC', crv: 'P-256', x, y });
  const sealed = seal(secret, privateKey.export({ format: 'der', type: 'pkcs8' }), kid).toString('base64');
  return { kid, x, y, sealed, created_at: now };
}

/**
 * Adds a key that signs from now on. The replaced key stays published for the grace period; keys whose grace period is
 * over are dropped.
 */
export function addKey(keys: readonly UcpKey[], fresh: UcpKey, now: number): UcpKey[] {
  const before = publishedKeys(keys, now).map((key) => ({ ...key, replaced_at: key.replaced_at ?? now }));
  return [...before, fresh];
}

/** Published keys, oldest first. */
export function publishedKeys(keys: readonly UcpKey[] = [], now: number): readonly UcpKey[] {
  return keys.filter(({ replaced_at }) => replaced_at === undefined || now < replaced_at + GRACE);
}

/** Public key as published in a profile (RFC 7517). */
export function toJwk({ kid, x, y }: UcpKey) {
  return { kid, kty: 'EC', crv: 'P-256', x, y, use: 'sig', alg: 'ES256' };
}

/**
 * Signer of a deployment; `undefined` if it has no key.
 * @throws Error when the key was sealed by another database
 */
export function findSigner({ ucp_keys = [] }: Pick<Deployment, 'ucp_keys'>, secret: () => Buffer): Signer | undefined {
  const current = ucp_keys.find(({ replaced_at }) => replaced_at === undefined);
  if (!current) return undefined;
  const der = open(secret(), Buffer.from(current.sealed, 'base64'), current.kid);
  if (!der) throw new Error(`the signing key ${current.kid} cannot be opened with the secret of this database`);
  return { kid: current.kid, key: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }) };
}
