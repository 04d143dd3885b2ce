import { createHmac } from 'node:crypto';

/**
 * Identifies a buyer for discounts `once_per_buyer`: a keyed hash of the email address, ignoring case, so that the
 * counters of uses hold no address.
 */
export function buyerKey(secret: Buffer, shopId: string, email: string): string {
  const address = email.normalize('NFC').trim().toLowerCase();
  return createHmac('sha256', secret).update(`${shopId}\n${address}`).digest('hex');
}
