import { createHmac } from 'node:crypto';
import { addressOf } from '../values/email.js';

const PREFIX = 'mail_';

/** The portal's operator as a receiver of mail. */
export const OPERATOR_RECEIVER = `${PREFIX}operator`;

/**
 * Names a mail address as a receiver, without containing it: ids of receivers and lanes remain when a person's data is
 * erased. Spellings that differ only in case, or in a suffix such as `+shop`, are one receiver, so that they share a limit.
 */
export function mailReceiverId(secret: Buffer, organizationId: string, address: string): string {
  return `${PREFIX}${hash(secret, organizationId, addressOf(address).replace(/\+[^@]*/, ''))}`;
}

/** Names one mail address, also without containing it. Only spellings that differ in case are the same address. */
export function mailRecipientId(secret: Buffer, organizationId: string, address: string): string {
  return `to_${hash(secret, organizationId, addressOf(address))}`;
}

function hash(secret: Buffer, organizationId: string, address: string): string {
  return createHmac('sha256', secret).update(`${organizationId}/${address}`).digest('hex').slice(0, 32);
}

export function isMailReceiver(id: string): boolean {
  return id.startsWith(PREFIX);
}
