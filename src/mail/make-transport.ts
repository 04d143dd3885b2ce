import type { Config } from '../config.js';
import { once } from '../domain/values/once.js';
import { readDkimKey } from './dkim-key.js';
import { fileTransport } from './file-transport.js';
import type { MailTransport } from './transport.js';

/**
 * Makes the configured transport; `undefined` if the portal sends no mail.
 * @throws ConfigError if the DKIM key cannot be read
 */
export function makeTransport(
  config: Pick<Config, 'mailServer' | 'dkimKey' | 'dkimSelector'>,
): MailTransport | undefined {
  const { mailServer } = config;
  if (!mailServer) return undefined;
  if (mailServer.kind === 'file') return fileTransport(mailServer.folder);
  const key = readDkimKey(config);
  return loadedOnUse(async () => (await import('./smtp-transport.js')).smtpTransport(mailServer, key));
}

/** Opens a transport with its first mail, since few processes send any. */
function loadedOnUse(open: () => Promise<MailTransport>): MailTransport {
  let isOpen = false;
  const opened = once(() => {
    isOpen = true;
    return open();
  });
  return {
    send: async (mail, signal) => (await opened()).send(mail, signal),
    close: async () => (isOpen ? (await opened()).close() : undefined),
  };
}
