import { renameSync, writeFileSync } from 'node:fs';

/** Writes a file atomically, by renaming a temporary one. */
export function writeFileAtomically(file: string, text: string): void {
  const beside = `${file}.${process.pid}`;
  writeFileSync(beside, text, { flush: true });
  renameSync(beside, file);
}
