import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { MAIL_FILE, PARTS_FILE } from '../../mail/file-transport.js';
import type { StoredMail } from '../../mail/stored-mail-pages.js';

const PARTS = z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string() });

/** Maximum mails that are listed. */
const MAX_LISTED = 200;

/** Lists the newest mails of a folder, newest first. A folder that does not exist is empty. */
export async function listMails(folder: string): Promise<readonly StoredMail[]> {
  const files = await readdir(folder).catch(() => []);
  const names = files.filter((file) => file.endsWith(MAIL_FILE));
  const times = await Promise.all(names.map((name) => timeOf(join(folder, name))));
  const newest = names
    .map((name, index) => ({ name: name.slice(0, -MAIL_FILE.length), at: times[index] ?? 0 }))
    .toSorted((a, b) => b.at - a.at || (a.name < b.name ? 1 : -1))
    .slice(0, MAX_LISTED);
  const mails = await Promise.all(newest.map(({ name }) => readMail(folder, name)));
  return mails.filter((mail) => mail !== undefined);
}

/** Reads a mail; `undefined` if there is none of this name, or it is not from a portal. */
export async function readMail(folder: string, name: string): Promise<StoredMail | undefined> {
  if (!/^[\w@-][\w.@-]*$/.test(name)) return undefined;
  const path = join(folder, name);
  try {
    const parts = PARTS.parse(JSON.parse(await readFile(`${path}${PARTS_FILE}`, 'utf8')));
    return { ...parts, name, at: await timeOf(`${path}${MAIL_FILE}`) };
  } catch {
    return undefined;
  }
}

/** Reads the headers of a mail as they are in its message. */
export async function readHeaders(folder: string, { name }: StoredMail): Promise<string> {
  const message = await readFile(join(folder, `${name}${MAIL_FILE}`), 'utf8');
  return message.slice(0, message.indexOf('\r\n\r\n'));
}

async function timeOf(path: string): Promise<number> {
  return (await stat(path)).mtimeMs;
}
