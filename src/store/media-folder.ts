import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PortalError } from '../domain/errors/portal-error.js';
import type { Media } from '../ports.js';
import { ensureMediaMark } from './media-mark.js';

const RETRY_AFTER_SECONDS = 1;

/** Stores pictures as files in one folder, which several processes may share. */
export class MediaFolder implements Media {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  put(shopId: string, name: string, bytes: Uint8Array): Promise<boolean> {
    return mapSystemErrors(this.addFile(shopId, name, bytes));
  }

  has(shopId: string, name: string, bytes: Uint8Array): Promise<boolean> {
    return mapSystemErrors(isSame(join(this.folder, shopId, name), bytes, name));
  }

  size(shopId: string): Promise<number> {
    return mapSystemErrors(sizeOf(join(this.folder, shopId)));
  }

  mark(): Promise<string | null> {
    return ensureMediaMark(this.folder);
  }

  private async addFile(shopId: string, name: string, bytes: Uint8Array): Promise<boolean> {
    const own = join(this.folder, shopId);
    const file = join(own, name);
    if (await isSame(file, bytes, name)) return false;
    await mkdir(own, { recursive: true });
    // Names with a leading dot are never served.
    const unfinished = join(own, `.${randomUUID()}`);
    try {
      await writeDurably(unfinished, bytes);
      // A link, unlike a rename, never replaces another process's file.
      await link(unfinished, file);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST' || !(await isSame(file, bytes, name))) throw error;
      return false;
    } finally {
      await rm(unfinished, { force: true });
    }
    for (const folder of [own, this.folder]) await syncFolder(folder);
    return true;
  }
}

/**
 * Maps system errors to the caller's error.
 * @throws PortalError `unavailable` for a system error
 */
async function mapSystemErrors<R>(asked: Promise<R>): Promise<R> {
  try {
    return await asked;
  } catch (error) {
    throw error instanceof Error && 'syscall' in error ? unwritableError(error) : error;
  }
}

/** Returns the size of the pictures in bytes, without unfinished files. */
async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  let bytes = 0;
  for (const name of names) if (!name.startsWith('.')) bytes += (await stat(join(folder, name))).size;
  return bytes;
}

/** Builds the caller's error for a system error, such as a full disk. */
function unwritableError(cause: Error): PortalError {
  const detail = 'Pictures cannot be written at the moment; try again.';
  return Object.assign(new PortalError('unavailable', detail, RETRY_AFTER_SECONDS), { cause });
}

/** @throws PortalError `media_exists` */
async function isSame(file: string, bytes: Uint8Array, name: string): Promise<boolean> {
  const there = await readFile(file).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (there === undefined) return false;
  if (there.equals(bytes)) return true;
  throw new PortalError('media_exists', `name: another picture is "${name}"; give this one another name`);
}

async function writeDurably(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx', 0o644);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes new names in a folder durable. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;
}
