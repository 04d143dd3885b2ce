import { createHash, createPrivateKey, type KeyObject } from 'node:crypto';
import { newSigningKey, type SigningKey } from '../src/domain/signing-key/signing-key.js';
import { buildNewKey } from '../src/operations/tenancy/key-writes.js';
import { newAgent, newConsumer, newOrganization } from '../src/operations/tenancy/provision.js';
import { insertWrite, type Store, type Write } from '../src/ports.js';
import { generateKeyPair, keyPairOf, privateKeyPem } from '../src/receipts.js';
import { openStore } from '../src/store/open-store.js';
import type { StoreOptions } from '../src/store/store-options.js';
import { systemIds } from '../src/system.js';

/** An organization with one agent, one consumer and a signing key for all its agents. */
export interface Organization {
  readonly organization_id: string;
  /** API key. */
  readonly key: string;
  readonly agent_id: string;
  readonly consumer_id: string;
  readonly signing_key: SigningKey;
  readonly private_key: KeyObject;
}

/**
 * Creates an organization in the database of a running portal. `files`: where the log key is, if not beside the
 * database.
 */
export async function makeOrganization(
  database: string,
  files: Pick<StoreOptions, 'logKey' | 'logSigned'> = {},
): Promise<Organization> {
  const store = await openStore(database, { create: false, needsLogKey: true, ...files });
  try {
    const { organization, writes } = newcomer();
    await store.update(() => ({ writes, result: undefined }));
    return organization;
  } finally {
    await store.close();
  }
}

function newcomer(): { readonly organization: Organization; readonly writes: readonly Write[] } {
  const maker = { ids: systemIds, now: Date.now(), actor: 'bench' };
  const row = newOrganization(maker, 'Bench');
  const { id: organization_id } = row;
  const agent = newAgent(maker, organization_id, { name: 'Bench', description: null });
  const consumer = newConsumer(maker, organization_id, { name: 'Bench', description: null });
  const owner = { kind: 'organization', organization_id, deployment_id: null } as const;
  const { key, writes } = buildNewKey(maker, owner, { name: 'bench' });
  const { seed, publicKey } = generateKeyPair();
  const signing_key = newSigningKey(systemIds.uuid(), { organization_id, agent_id: null }, publicKey, maker.now);
  const private_key = createPrivateKey(privateKeyPem(seed));
  return {
    organization: { organization_id, key, agent_id: agent.id, consumer_id: consumer.id, signing_key, private_key },
    writes: [
      insertWrite('organization', row),
      insertWrite('agent', agent),
      insertWrite('consumer', consumer),
      insertWrite('signing_key', signing_key),
      ...writes,
    ],
  };
}

/** The signing key of seeded receipts. */
export type SeedKey = Pick<Organization, 'signing_key' | 'private_key'>;

/** Returns the organization's signing key for seeded receipts. Its seed is constant, so it is created only once. */
export async function seedKey(store: Store, organization_id: string): Promise<SeedKey> {
  const seed = createHash('sha256').update('seeded receipts').digest();
  const key = newSigningKey(
    systemIds.uuid(),
    { organization_id, agent_id: null },
    keyPairOf(seed).publicKey,
    Date.now(),
  );
  const signing_key = await store.update((rows) => {
    const known = rows.find('signingKeyByFingerprint', organization_id, key.key_fingerprint);
    return { writes: known ? [] : [insertWrite('signing_key', key)], result: known ?? key };
  });
  return { signing_key, private_key: createPrivateKey(privateKeyPem(seed)) };
}

export function leafId(organization_id: string, index: number): string {
  return `bench-${organization_id}-${index}`;
}
