import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Processes on different machines compare this file to find out if they share the folder. Names with a leading dot are
 * never served.
 */
const MARK = '.portal-mark';

/** Reads the mark of a folder, or writes one if absent; `null` if there is no mark and none can be written. */
export async function ensureMediaMark(folder: string): Promise<string | null> {
  return (await readMark(folder)) ?? (await writeMark(folder).catch(() => null)) ?? readMark(folder);
}

async function readMark(folder: string): Promise<string | null> {
  const mark = await readFile(join(folder, MARK), 'utf8').catch(() => '');
  return mark === '' ? null : mark;
}

/** Uses a link, which never replaces another process's mark. */
async function writeMark(folder: string): Promise<string> {
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
