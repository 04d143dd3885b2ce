import { createHmac } from 'node:crypto';

/**
 * By what a shop tells buyers apart who use a discount once: a keyed hash of the email address, without regard to
 * case, so that no address stands where uses are counted.
 */
export function buyerKey(secret: Buffer, shopId: string, email: string): string {
  const address = email.normalize('NFC').trim().toLowerCase();
  return createHmac('sha256', secret).update(`${shopId}\n${address}`).digest('hex');
}
