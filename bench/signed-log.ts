import { sign } from 'node:crypto';
import { signedColumns } from '../src/domain/receipt/signed-columns.js';
import type { Store, Write } from '../src/ports.js';
import { signedBytes } from '../src/receipts.js';
import { openStore } from '../src/store/open-store.js';
import { leafId, makeOrganization, type Organization } from './organization.js';
import { receiptOf } from './signing.js';

/** Receipts per transaction. */
const PORTION = 1_000;

/** Creates an organization whose log has `count` receipts with valid signatures, which a portal audits. */
export async function makeSignedLog(database: string, count: number): Promise<Organization> {
  const organization = await makeOrganization(database);
  const store = await openStore(database, { create: false, needsLogKey: true, syncs: 'on close' });
  try {
    for (let first = 0; first < count; first += PORTION)
      await addReceipts(store, organization, first, Math.min(first + PORTION, count));
    return organization;
  } finally {
    await store.close();
  }
}

async function addReceipts(store: Store, organization: Organization, first: number, end: number): Promise<void> {
  const writes = Array.from({ length: end - first }, (_, index) => receiptWrite(organization, first + index));
  await store.update(() => ({ writes, result: undefined }));
}

/** Returns the write of a validly signed receipt, whose id is that of `leafId`. */
export function receiptWrite(owner: Omit<Organization, 'key'>, index: number): Write {
  const { organization_id, signing_key, private_key } = owner;
  const receipt = receiptOf(owner, `job-${index}`);
  const signed_bytes = signedBytes(receipt);
  return {
    type: 'receipt',
    receipt: {
      ...signedColumns(receipt, signed_bytes),
      id: leafId(organization_id, index),
      organization_id,
      signing_key_id: signing_key.id,
      key_fingerprint: signing_key.key_fingerprint,
      signed_bytes,
      signature: sign(null, signed_bytes, private_key),
      received_at: Date.now(),
      metadata: null,
      order_id: null,
      delegation: null,
    },
  };
}
