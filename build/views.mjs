import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { ROOT } from './project.mjs';

/** The cart view (docs/mcp.md): a single page that contains its script and style. */
export const CART_VIEW = 'dist/cart-view.html';

/**
 * Builds the cart view from views/cart, and the files that the buyer's pages and /docs load, from views/pages and
 * views/docs.
 */
export async function buildViews() {
  await mkdir(`${ROOT}dist`, { recursive: true });
  const [pages, stripe, passkeys, desk] = await Promise.all([
    buildLoaded('pages', 'buyer-pages'),
    scriptOf('pages/stripe/main.ts').then((script) => writeFiles({ 'dist/buyer-pages-stripe.js': script })),
    scriptOf('pages/passkeys/main.ts').then((script) => writeFiles({ 'dist/passkeys.js': script })),
    styleOf('desk/style.css').then((style) => writeFiles({ 'dist/desk-pages.css': style })),
    buildLoaded('docs', 'docs-page'),
    scriptOf('verify/main.ts').then((script) => writeFiles({ 'dist/verify-page.js': script })),
    buildCartView(),
  ]);
  const compressed = Object.entries({ ...pages, ...stripe, ...passkeys, ...desk });
  await Promise.all(compressed.map(([path, text]) => writeCompressed(path, text)));
}

/**
 * Compresses a file at build time, so that no portal spends time on it.
 * @param {string} path
 * @param {string} text
 */
async function writeCompressed(path, text) {
  await Promise.all([write(`${path}.br`, brotliCompressSync(text)), write(`${path}.gz`, gzipSync(text, { level: 9 }))]);
}

async function buildCartView() {
  const [page, style, script] = await Promise.all([
    source('cart/page.html'),
    styleOf('cart/style.css'),
    scriptOf('cart/main.ts'),
  ]);
  const text = page
    .replace('/* style */', () => style)
    .replace('/* script */', () => script.replaceAll('</script', '<\\/script'));
  await write(CART_VIEW, text);
}

/**
 * Builds a style and a script that pages load.
 * @param {string} folder below views
 * @param {string} name of the two files
 */
async function buildLoaded(folder, name) {
  const [style, script] = await Promise.all([styleOf(`${folder}/style.css`), scriptOf(`${folder}/main.ts`)]);
  return writeFiles({ [`dist/${name}.css`]: style, [`dist/${name}.js`]: script });
}

/**
 * @param {Record<string, string>} files texts by path
 */
async function writeFiles(files) {
  await Promise.all(Object.entries(files).map(([path, text]) => write(path, text)));
  return files;
}

/**
 * Replaces a file atomically, so that concurrent readers get either the old or the new one.
 * @param {string} path
 * @param {string | Uint8Array} text
 */
async function write(path, text) {
  const file = `${ROOT}${path}`;
  await writeFile(`${file}.${process.pid}.new`, text);
  await rename(`${file}.${process.pid}.new`, file);
}

/** @param {string} name */
function source(name) {
  return readFile(`${ROOT}views/${name}`, 'utf8');
}

/** @param {string} name */
async function styleOf(name) {
  return (await source(name))
    .replaceAll(/\/\*.*?\*\/|\n\s*/gs, ' ')
    .replaceAll(/\s*([{};,])\s*/g, '$1')
    .replaceAll(/: /g, ':');
}

/** @param {string} name */
async function scriptOf(name) {
  const bundle = await rolldown({ cwd: ROOT, input: `views/${name}`, platform: 'browser' });
  const { output } = await bundle.generate({ format: 'esm', minify: true, comments: false });
  await bundle.close();
  return output[0].code.trim();
}
