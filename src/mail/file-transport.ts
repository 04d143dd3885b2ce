import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { inlineLogo } from './logo.js';
import type { Envelope, MailTransport } from './transport.js';

/** Extension of messages in files. */
export const MAIL_FILE = '.eml';
/** Extension of what a page shows of a message, as JSON, so that nothing has to parse the message. */
export const PARTS_FILE = '.json';

/**
 * Stores each message as files instead of sending it. A repeated message has the same id, and so the same files.
 */
export function fileTransport(folder: string): MailTransport {
  return {
    async send(mail) {
      await mkdir(folder, { recursive: true });
      const name = mail.id.replaceAll(/[^\w.@-]/g, '_');
      await store(folder, `${name}${PARTS_FILE}`, partsOf(mail));
      await store(folder, `${name}${MAIL_FILE}`, mail.bytes);
      return { outcome: 'acknowledged', status: null };
    },
    close: async () => undefined,
  };
}

function partsOf({ to, rendered }: Envelope): string {
  const { subject, text } = rendered;
  return JSON.stringify({ to, subject, text, html: inlineLogo(rendered) });
}

/** Writes a whole file, or none. */
async function store(folder: string, name: string, bytes: string | Buffer): Promise<void> {
  const unfinished = join(folder, `.${name}.unfinished`);
  const handle = await open(unfinished, 'w', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(unfinished, join(folder, name));
}
