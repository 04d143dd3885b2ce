import { existsSync, readFileSync } from 'node:fs';

/** The files that the build generates from the declarations, so that starts need not (build/schemas.mjs). */
type BuiltFile = 'openapi.json' | 'tools.json' | 'cart-view.html' | 'buyer-pages.css' | 'buyer-pages.js';

/**
 * The text of a file that the build has written beside the program. Undefined where modules run as they are, as in the
 * tests: the caller then generates it, so that it never comes from an earlier build.
 */
export function builtFile(name: BuiltFile): string | undefined {
  const file = new URL(name, import.meta.url);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
