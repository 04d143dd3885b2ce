import { resolve } from 'node:path';
import { problem } from './values.js';

/** A folder that gets mail as files, for demos and development. */
export interface MailFolder {
  readonly kind: 'file';
  /** Absolute path. */
  readonly folder: string;
}

export type MailServer = MailFolder;

const FILE = 'file:';

/**
 * Parses the destination of all mail.
 * @throws ConfigError
 */
export function mailServerOf(text: string): MailServer {
  const path = text.startsWith(FILE) ? text.slice(FILE.length).replace(/^\/\/(?=\/)/, '') : '';
  if (path === '') throw problem('smtpUrl', 'file: and a folder, such as file:data/mail');
  return { kind: 'file', folder: resolve(path) };
}

/** One plain address without a name. */
const ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z0-9]([A-Za-z0-9.-]{0,250}[A-Za-z0-9])?$/;

/**
 * Parses a mail address.
 * @throws ConfigError
 */
export function mailAddressOf(text: string): string {
  if (ADDRESS.test(text)) return text;
  throw problem('mailFrom', 'a mail address such as orders@shop.com, without a name');
}
