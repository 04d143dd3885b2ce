import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './project.mjs';

/**
 * Generates, from the compiled modules, the files that the built program reads (src/built-file.ts), so that it need not
 * generate them at every start.
 */
export async function writeSchemas() {
  /** @type {typeof import('../src/operations/index.js')} */
  const { OPERATIONS } = await import(compiled('operations/index.js'));
  /** @type {typeof import('../src/http/openapi-text.js')} */
  const { openApiText } = await import(compiled('http/openapi-text.js'));
  /** @type {typeof import('../src/mcp/tools.js')} */
  const { allTools } = await import(compiled('mcp/tools.js'));
  write('openapi.json', openApiText(OPERATIONS));
  write('tools.json', JSON.stringify(allTools(OPERATIONS)));
}

/** @param {string} module */
function compiled(module) {
  return new URL(`../dist/src/${module}`, import.meta.url).href;
}

/**
 * Replaces a file atomically: a program that runs meanwhile reads either the old or the new one.
 * @param {string} name
 * @param {string} text
 */
function write(name, text) {
  const file = join(ROOT, 'dist', name);
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}
