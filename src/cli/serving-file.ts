import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { type Config, listeningUrl } from '../config.js';

/** The process that serves a database, and its public URL. */
const serving = z.object({ url: z.string(), pid: z.number().int() });

/** Path of the file that names the `portal serve` running on a database. */
export function servingFile(database: string): string {
  return `${database}.serving`;
}

/**
 * Announces this process's pages to stdio processes on the same database. Returns a function that withdraws the
 * announcement.
 */
export function announceServing(database: string, url: string): () => void {
  const file = servingFile(database);
  // The file is renamed into place, so that no process reads a partial one.
  writeFileSync(`${file}.${process.pid}`, JSON.stringify({ url, pid: process.pid }), { mode: 0o600 });
  renameSync(`${file}.${process.pid}`, file);
  return () => {
    if (read(file)?.pid === process.pid) rmSync(file, { force: true });
  };
}

/**
 * Base URL of the links that commands print: the public URL, else that of the serving process, else the default
 * address.
 */
export function linkUrl(config: Config): string {
  return config.publicUrl ?? servingUrl(config.files) ?? listeningUrl(config.host, config.port);
}

/** URL of the `portal serve` on this database, if one runs. */
export function servingUrl(database: string): string | undefined {
  const found = read(servingFile(database));
  return found && isAlive(found.pid) ? found.url : undefined;
}

function read(file: string) {
  try {
    return serving.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data;
  } catch {
    // The file is absent or malformed.
    return undefined;
  }
}

/** Checks that the process still runs, since a killed process leaves its file behind. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process is alive but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
