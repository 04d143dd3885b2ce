import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtFile } from '../../built-file.js';
import { PACKAGE_ROOT } from '../../package-root.js';

let page: string | undefined;

/** The page of the cart's view, from the build (build/views.mjs); modules that run as they are take the same file. */
export function cartPage(): string {
  page ??= builtFile('cart-view.html') ?? readFileSync(join(PACKAGE_ROOT, 'dist', 'cart-view.html'), 'utf8');
  return page;
}
