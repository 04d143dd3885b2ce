import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from './package-root.js';

/** The files of the build beside the program: generated from the declarations, so that starts need not (build/schemas.mjs), and what browsers load (build/views.mjs). */
export type BuiltFile =
  | 'openapi.json'
  | 'tools.json'
  | 'cart-view.html'
  | 'buyer-pages.css'
  | 'buyer-pages.js'
  | `buyer-pages.${'css' | 'js'}.${'br' | 'gz'}`
  | 'docs-page.css'
  | 'docs-page.js';

/**
 * The text of a file that the build has written beside the program. Undefined where modules run as they are, as in the
 * tests: the caller then generates it, so that it never comes from an earlier build.
 */
export function builtFile(name: BuiltFile): string | undefined {
  const file = new URL(name, import.meta.url);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** The text of a file that browsers load; modules that run as they are take the one of the last build. */
export function builtAsset(name: BuiltFile): string {
  return builtBytes(name).toString();
}

/** The bytes of the same. */
export function builtBytes(name: BuiltFile): Buffer {
  const file = new URL(name, import.meta.url);
  return readFileSync(existsSync(file) ? file : join(PACKAGE_ROOT, 'dist', name));
}
