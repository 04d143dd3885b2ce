import { createHmac } from 'node:crypto';
import { addressOf } from '../values/email.js';

const PREFIX = 'mail_';

/**
 * Names a mail address as a receiver, without containing it: ids of receivers and lanes remain when a person's data is
 * erased. Spellings that differ only in case, or in a suffix such as `+shop`, are one receiver, so that they share a limit.
 */
export function mailReceiverId(secret: Buffer, organizationId: string, address: string): string {
  const named = `${organizationId}/${addressOf(address).replace(/\+[^@]*/, '')}`;
  return `${PREFIX}${createHmac('sha256', secret).update(named).digest('hex').slice(0, 32)}`;
}

export function isMailReceiver(id: string): boolean {
  return id.startsWith(PREFIX);
}
