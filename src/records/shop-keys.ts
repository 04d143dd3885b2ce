import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { ed25519Key, p256Key, type ShopKey } from '../attestation/shop-key.js';
import type { SealedKey } from '../domain/tenant/sealed-key.js';
import { open, seal } from '../domain/values/aead.js';

/** The keys of a deployment. P-256 keys sign UCP messages and order statements, Ed25519 keys order statements only. */

export const CURVES = ['P-256', 'Ed25519'] as const;
export type Curve = (typeof CURVES)[number];

/**
 * Period for which a replaced key stays in the profile, so that platforms can still verify its messages (UCP, Key
 * Rotation). Milliseconds.
 */
const GRACE = 7 * 24 * 60 * 60 * 1000;

const PRIVATE = { format: 'der', type: 'pkcs8' } as const;

/** Creates a key. `secret`: the database's secret for sealing these keys. */
export function newShopKey(secret: Buffer, curve: Curve, now: number): SealedKey {
  const { publicKey, privateKey } =
    curve === 'P-256' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('ed25519');
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const { kid } = curve === 'P-256' ? p256Key(x, y) : ed25519Key(x);
  const sealed = seal(secret, privateKey.export(PRIVATE), kid).toString('base64');
  return { kid, x, ...(curve === 'P-256' && { y }), sealed, created_at: now };
}

/**
 * Adds a key that signs from now on. The key that it replaces can sign no more, but stays, so that what it signed can
 * still be verified.
 */
export function addKey(keys: readonly SealedKey[], fresh: SealedKey, now: number): SealedKey[] {
  const before = keys.map((key) => {
    if (curveOf(key) !== curveOf(fresh)) return key;
    const { sealed, ...rest } = key;
    return { ...rest, replaced_at: key.replaced_at ?? now };
  });
  return [...before, fresh];
}

/** Adds keys of the curves of which none signs. */
export function addMissingKeys(
  keys: readonly SealedKey[],
  curves: readonly Curve[],
  secret: () => Buffer,
  now: number,
): readonly SealedKey[] {
  const missing = curves.filter((curve) => !findCurrent(keys, curve));
  return [...keys, ...missing.map((curve) => newShopKey(secret(), curve, now))];
}

export function curveOf({ y }: Pick<SealedKey, 'y'>): Curve {
  return y === undefined ? 'Ed25519' : 'P-256';
}

export function findCurrent(keys: readonly SealedKey[] = [], curve: Curve): SealedKey | undefined {
  return keys.find((key) => key.replaced_at === undefined && curveOf(key) === curve);
}

/** The keys in a UCP profile, oldest first. */
export function profileKeys(keys: readonly SealedKey[] = [], now: number): readonly SealedKey[] {
  return keys.filter((key) => curveOf(key) === 'P-256' && isInProfile(key, now));
}

export function isInProfile({ replaced_at }: Pick<SealedKey, 'replaced_at'>, now: number): boolean {
  return replaced_at === undefined || now < replaced_at + GRACE;
}

/** The public part of a key as published (RFC 7517). */
export function toJwk({ x, y }: Pick<SealedKey, 'x' | 'y'>): ShopKey {
  return y === undefined ? ed25519Key(x) : p256Key(x, y);
}

/**
 * Opens the private part of a key that signs.
 * @throws Error when the key was sealed by another database, or was replaced
 */
export function openKey({ kid, sealed }: SealedKey, secret: Buffer): KeyObject {
  const der = sealed === undefined ? undefined : open(secret, Buffer.from(sealed, 'base64'), kid);
  if (!der) throw new Error(`the signing key ${kid} cannot be opened with the secret of this database`);
  return createPrivateKey({ key: der, ...PRIVATE });
}
