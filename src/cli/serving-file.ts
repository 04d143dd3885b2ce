import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { type Config, listeningUrl } from '../config.js';

/** Who serves a database now, and where its buyers reach it. */
const serving = z.object({ url: z.string(), pid: z.number().int() });

/** Beside the database, while a `portal serve` runs on it. */
export function servingFile(database: string): string {
  return `${database}.serving`;
}

/** Lets stdio processes on the same database find this one's pages. Answers how to take that back. */
export function announceServing(database: string, url: string): () => void {
  const file = servingFile(database);
  // Renamed into place, so that another process never reads half of it.
  writeFileSync(`${file}.${process.pid}`, JSON.stringify({ url, pid: process.pid }), { mode: 0o600 });
  renameSync(`${file}.${process.pid}`, file);
  return () => {
    if (read(file)?.pid === process.pid) rmSync(file, { force: true });
  };
}

/** Where links lead that a command prints: to the public URL, else to who serves the database now, else to where it would be served. */
export function linkUrl(config: Config): string {
  return config.publicUrl ?? servingUrl(config.files) ?? listeningUrl(config.host, config.port);
}

/** Where the `portal serve` on this database is reached; undefined when none runs. */
export function servingUrl(database: string): string | undefined {
  const found = read(servingFile(database));
  return found && isAlive(found.pid) ? found.url : undefined;
}

function read(file: string) {
  try {
    return serving.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data;
  } catch {
    // It is not there, or something else.
    return undefined;
  }
}

/** One that was killed leaves its file. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
