import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { rolldown } from 'rolldown';
import { ROOT } from './project.mjs';

/** The cart as a view (docs/mcp.md), as one page with its script and style inside. */
export const CART_VIEW = 'dist/cart-view.html';

/** Builds the view from views/cart. Replaced at once, so that who reads it meanwhile has one or the other. */
export async function buildViews() {
  const [page, style, script] = await Promise.all([source('page.html'), source('style.css'), scriptOf('main.ts')]);
  const text = page
    .replace('/* style */', () => style.replaceAll(/\n\s*/g, ' '))
    .replace('/* script */', () => script.replaceAll('</script', '<\\/script'));
  await mkdir(`${ROOT}dist`, { recursive: true });
  const file = `${ROOT}${CART_VIEW}`;
  await writeFile(`${file}.${process.pid}.new`, text);
  await rename(`${file}.${process.pid}.new`, file);
}

/** @param {string} name */
function source(name) {
  return readFile(`${ROOT}views/cart/${name}`, 'utf8');
}

/** @param {string} name */
async function scriptOf(name) {
  const bundle = await rolldown({ cwd: ROOT, input: `views/cart/${name}`, platform: 'browser' });
  const { output } = await bundle.generate({ format: 'esm', minify: true, comments: false });
  await bundle.close();
  return output[0].code.trim();
}
