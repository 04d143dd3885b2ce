import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { MailTransport } from './transport.js';

/** Extension of messages in files. */
export const MAIL_FILE = '.eml';

/**
 * Stores each message as a file instead of sending it. A repeated message has the same id, and so the same file.
 */
export function fileTransport(folder: string): MailTransport {
  return {
    async send({ id, bytes }) {
      await mkdir(folder, { recursive: true });
      const name = id.replaceAll(/[^\w.@-]/g, '_');
      const unfinished = join(folder, `.${name}`);
      const handle = await open(unfinished, 'w', 0o600);
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(unfinished, join(folder, `${name}${MAIL_FILE}`));
      return { outcome: 'acknowledged', status: null };
    },
    close: async () => undefined,
  };
}
