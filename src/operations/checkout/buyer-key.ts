import { createHmac } from 'node:crypto';
import type { Store } from '../../ports.js';

/**
 * By what a shop tells buyers apart who use a discount once: a keyed hash of the email address, without regard to
 * case, so that no address stands where uses are counted.
 */
export function buyerKey(store: Store, shopId: string, email: string): string {
  const address = email.normalize('NFC').trim().toLowerCase();
  return createHmac('sha256', store.secret('buyers')).update(`${shopId}\n${address}`).digest('hex');
}
