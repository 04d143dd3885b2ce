import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuiltFile, builtFile } from '../../built-file.js';
import { PACKAGE_ROOT } from '../../package-root.js';

/** A file of the build (build/views.mjs); modules that run as they are take the same file. */
export function builtAsset(name: BuiltFile): string {
  return builtFile(name) ?? readFileSync(join(PACKAGE_ROOT, 'dist', name), 'utf8');
}
