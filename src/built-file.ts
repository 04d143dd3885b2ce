import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from './package-root.js';

/**
 * Files that the build puts beside the program: texts generated from the declarations, so that each start need not
 * generate them (build/schemas.mjs), and files that browsers load (build/views.mjs).
 */
export type BuiltFile =
  | 'openapi.json'
  | 'tools.json'
  | 'cart-view.html'
  | 'buyer-pages.css'
  | 'buyer-pages.js'
  | 'buyer-pages-stripe.js'
  | `buyer-pages${'.css' | '.js' | '-stripe.js'}.${'br' | 'gz'}`
  | 'desk-pages.css'
  | `desk-pages.css.${'br' | 'gz'}`
  | 'passkeys.js'
  | `passkeys.js.${'br' | 'gz'}`
  | 'docs-page.css'
  | 'docs-page.js'
  | 'verify-page.js';

/**
 * Returns the text of a file that the build wrote beside the program. Returns `undefined` when the modules run
 * unbundled, as in tests: the caller then generates the text, so that it never comes from an earlier build.
 */
export function builtFile(name: BuiltFile): string | undefined {
  const file = new URL(name, import.meta.url);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** Text of a file that browsers load. Unbundled modules read the file of the last build. */
export function builtAsset(name: BuiltFile): string {
  return builtBytes(name).toString();
}

/** Bytes of a file that browsers load, read like `builtAsset`. */
export function builtBytes(name: BuiltFile): Buffer {
  const file = new URL(name, import.meta.url);
  return readFileSync(existsSync(file) ? file : join(PACKAGE_ROOT, 'dist', name));
}
