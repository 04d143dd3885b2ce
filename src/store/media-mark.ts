import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** By which processes on several machines find out that they have the same folder. A name with a dot in front is never answered. */
const MARK = '.portal-mark';

/** The mark of a folder, which is given one when it has none; null = it has none and cannot be written. */
export async function mediaMark(folder: string): Promise<string | null> {
  return (await knownMark(folder)) ?? (await marked(folder).catch(() => null)) ?? knownMark(folder);
}

async function knownMark(folder: string): Promise<string | null> {
  const mark = await readFile(join(folder, MARK), 'utf8').catch(() => '');
  return mark === '' ? null : mark;
}

/** A link never replaces the mark that another process has put there. */
async function marked(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const mark = randomUUID();
  const unfinished = join(folder, `.${mark}`);
  try {
    await writeFile(unfinished, mark, { flag: 'wx', flush: true });
    await link(unfinished, join(folder, MARK));
    return mark;
  } finally {
    await rm(unfinished, { force: true });
  }
}
