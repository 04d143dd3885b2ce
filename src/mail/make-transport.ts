import type { MailServer } from '../config/mail-server.js';
import { fileTransport } from './file-transport.js';
import type { MailTransport } from './transport.js';

export function makeTransport({ folder }: MailServer): MailTransport {
  return fileTransport(folder);
}
