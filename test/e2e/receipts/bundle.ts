import { join } from 'node:path';
import type { ReceiptBundle } from '../../../src/receipts.js';
import { startPortal } from '../../support/portal.js';
import type { Folder } from './folder.js';
import { done, registered, submitReceipt } from './organization.js';
import { Signer } from './signer.js';

/** Returns a portal's bundle of the second of three receipts. */
export async function portalBundle(folder: Folder): Promise<ReceiptBundle> {
  const portal = await startPortal({ database: join(folder.path, 'home', 'portal.db') });
  try {
    const door = { url: portal.url, key: portal.demo.organization_key };
    const signer = await registered(door);
    const ids: string[] = [];
    for (const job of ['a', 'b', 'c']) ids.push(await submitReceipt(door, signer, portal.demo, job));
    return (await done(door, 'GET', `/api/receipts/${ids[1]}/bundle`)).data;
  } finally {
    await portal.close();
  }
}

/** Creates the PEM public key of an unrelated signer. */
export const strangerPem = (): string => new Signer().publicKey.pem;
