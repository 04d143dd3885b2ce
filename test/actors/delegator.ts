import { generateKeyPair, proveConsumerKey, type SignedDelegation, signDelegation } from '../../src/receipts.js';
import type { TestPortal } from '../support/portal.js';
import { fullKey } from '../support/tenants.js';
import { registryCaller } from './registry-caller.js';

/** Registers a key of the demo's consumer, which allows another key to sign any receipt until noon of 1 January 2099. */
export async function delegateTo(
  portal: TestPortal,
  { fingerprint }: { readonly fingerprint: string },
): Promise<readonly SignedDelegation[]> {
  const { consumer_id } = portal.demo;
  const owner = registryCaller(() => portal.url, await fullKey(portal, 'organization'));
  const pair = generateKeyPair();
  const proof = proveConsumerKey(consumer_id, pair);
  await owner.ok('register_consumer_key', { consumer_id, public_key: pair.publicKey.pem, proof });
  const times = { not_before: '2020-01-01T00:00:00Z', expires_at: '2099-01-01T12:00:00Z' };
  return [signDelegation({ ...times, scope: {}, subject: fingerprint }, pair)];
}
