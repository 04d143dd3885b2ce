import { createHmac } from 'node:crypto';
import { addressOf } from '../../domain/values/email.js';

/**
 * Identifies a buyer of a shop for `once_per_buyer` discounts by a keyed hash of the normalized email address, so that
 * the usage counters contain no address.
 */
export function buyerKey(secret: Buffer, shopId: string, email: string): string {
  return createHmac('sha256', secret)
    .update(`${shopId}\n${addressOf(email)}`)
    .digest('hex');
}
