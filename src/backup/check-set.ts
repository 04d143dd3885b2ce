import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { filesIn, sha256Of } from './files.js';
import { MANIFEST, type Manifest, readManifest, type SavedFile } from './manifest.js';

/** Result of checking a set against its manifest. */
export interface CheckedSet {
  /** `undefined` if the manifest file was altered or does not contain a manifest. */
  readonly manifest: Manifest | undefined;
  /** Missing, altered and added files; empty if the set is intact. */
  readonly faults: readonly string[];
}

/** Compares the files of a set, by path, size and SHA-256, with those in its manifest. Writes nothing. */
export async function checkSet(folder: string): Promise<CheckedSet> {
  const manifest = readManifest(readFileSync(join(folder, MANIFEST), 'utf8'));
  if (!manifest) return { manifest, faults: [`${MANIFEST} was altered`] };
  const faults: string[] = [];
  for (const file of manifest.files) {
    const fault = await faultOf(folder, file);
    if (fault !== undefined) faults.push(`${file.path} ${fault}`);
  }
  const known = new Set([MANIFEST, ...manifest.files.map(({ path }) => path)]);
  const added = filesIn(folder).filter((path) => !known.has(path));
  return { manifest, faults: [...faults, ...added.map((path) => `${path} was added`)] };
}

async function faultOf(folder: string, { path, size, sha256 }: SavedFile): Promise<string | undefined> {
  const file = join(folder, path);
  if (!existsSync(file)) return 'is missing';
  const now = statSync(file).size;
  if (now !== size) return `was altered: it has ${now} bytes, and had ${size}`;
  return (await sha256Of(file)) === sha256 ? undefined : 'was altered';
}
