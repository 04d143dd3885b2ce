import { createHmac } from 'node:crypto';
import { addressOf } from '../../domain/values/email.js';

/**
 * Identifies a buyer for discounts `once_per_buyer`: a keyed hash of the email address, ignoring case, so that the
 * counters of uses hold no address.
 */
export function buyerKey(secret: Buffer, shopId: string, email: string): string {
  return createHmac('sha256', secret)
    .update(`${shopId}\n${addressOf(email)}`)
    .digest('hex');
}
