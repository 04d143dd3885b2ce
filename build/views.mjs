import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { rolldown } from 'rolldown';
import { ROOT } from './project.mjs';

/** The cart as a view (docs/mcp.md), as one page with its script and style inside. */
export const CART_VIEW = 'dist/cart-view.html';

/** What the buyer's pages load. */
export const PAGE_STYLE = 'dist/buyer-pages.css';
export const PAGE_SCRIPT = 'dist/buyer-pages.js';

/** Builds the view from views/cart, and the style and the script of the buyer's pages from views/pages. */
export async function buildViews() {
  await mkdir(`${ROOT}dist`, { recursive: true });
  await Promise.all([buildCart(), buildPages()]);
}

async function buildPages() {
  const [style, script] = await Promise.all([source('pages/style.css'), scriptOf('pages/main.ts')]);
  const smaller = style
    .replaceAll(/\/\*.*?\*\/|\n\s*/gs, ' ')
    .replaceAll(/\s*([{};,])\s*/g, '$1')
    .replaceAll(/: /g, ':');
  await Promise.all([replace(PAGE_STYLE, smaller), replace(PAGE_SCRIPT, script)]);
}

async function buildCart() {
  const [page, style, script] = await Promise.all([
    source('cart/page.html'),
    source('cart/style.css'),
    scriptOf('cart/main.ts'),
  ]);
  const text = page
    .replace('/* style */', () => style.replaceAll(/\n\s*/g, ' '))
    .replace('/* script */', () => script.replaceAll('</script', '<\\/script'));
  await replace(CART_VIEW, text);
}

/**
 * At once, so that who reads it meanwhile has one or the other.
 * @param {string} name
 * @param {string} text
 */
async function replace(name, text) {
  const file = `${ROOT}${name}`;
  await writeFile(`${file}.${process.pid}.new`, text);
  await rename(`${file}.${process.pid}.new`, file);
}

/** @param {string} name */
function source(name) {
  return readFile(`${ROOT}views/${name}`, 'utf8');
}

/** @param {string} name */
async function scriptOf(name) {
  const bundle = await rolldown({ cwd: ROOT, input: `views/${name}`, platform: 'browser' });
  const { output } = await bundle.generate({ format: 'esm', minify: true, comments: false });
  await bundle.close();
  return output[0].code.trim();
}
