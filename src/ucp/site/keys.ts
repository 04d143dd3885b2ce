import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { z } from 'zod';
import type { Deployment } from '../../domain/tenant/tenant.js';
import type { UcpKey } from '../../domain/tenant/ucp.js';
import { open, seal } from '../../domain/values/aead.js';
import { thumbprint } from '../signatures/keys.js';
import type { Signer } from '../signatures/sign.js';

/** How long a replaced key stays in the profile: what was signed by it still verifies (UCP, Key Rotation). Milliseconds. */
const GRACE = 7 * 24 * 60 * 60 * 1000;

const point = z.object({ x: z.string(), y: z.string() });

/** A new key of P-256, which every platform can verify. `secret`: of this database, for these keys alone. */
export function newUcpKey(secret: Buffer, now: number): UcpKey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = point.parse(publicKey.export({ format: 'jwk' }));
  const kid = thumbprint({ kty: 'EC', crv: 'P-256', x, y });
  const sealed = seal(secret, privateKey.export({ format: 'der', type: 'pkcs8' }), kid).toString('base64');
  return { kid, x, y, sealed, created_at: now };
}

/** The keys with a new one that signs from now on; the one before it stays for its grace. Those whose grace has ended are dropped. */
export function withNewKey(keys: readonly UcpKey[], fresh: UcpKey, now: number): UcpKey[] {
  const before = publishedKeys(keys, now).map((key) => ({ ...key, replaced_at: key.replaced_at ?? now }));
  return [...before, fresh];
}

/** Those that platforms may meet, oldest first. */
export function publishedKeys(keys: readonly UcpKey[] = [], now: number): readonly UcpKey[] {
  return keys.filter(({ replaced_at }) => replaced_at === undefined || now < replaced_at + GRACE);
}

/** A key in a profile (RFC 7517). */
export function jwkOf({ kid, x, y }: UcpKey) {
  return { kid, kty: 'EC', crv: 'P-256', x, y, use: 'sig', alg: 'ES256' };
}

/** What signs the answers of a deployment; undefined = it has no key. @throws Error where its key is not this database's */
export function signerOf({ ucp_keys = [] }: Pick<Deployment, 'ucp_keys'>, secret: () => Buffer): Signer | undefined {
  const current = ucp_keys.find(({ replaced_at }) => replaced_at === undefined);
  if (!current) return undefined;
  const der = open(secret(), Buffer.from(current.sealed, 'base64'), current.kid);
  if (!der) throw new Error(`the signing key ${current.kid} cannot be opened with the secret of this database`);
  return { kid: current.kid, key: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }) };
}
