import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { readBlocks } from '../clone/page-blocks.js';
import { run as portal } from '../support/program.js';
import { type Serving, serve } from '../support/spawn.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const run = promisify(execFile);
const START = readFileSync(join(PACKAGE_ROOT, 'docs', 'start.md'), 'utf8');

let folder: string;
let serving: Serving;
beforeAll(async () => {
  folder = temporaryFolder();
  serving = await serve(join(folder, 'data', 'portal.db'));
});
afterAll(async () => {
  await serving.stop('SIGTERM');
  rmSync(folder, { recursive: true });
});

test('runs the curl purchase of docs/start.md, unchanged except for the port', async () => {
  const [, block = ''] = /<!-- test: [^\n]*-->\n```sh\n([\s\S]*?)```/.exec(START) ?? [];
  const script = block.replace('http://127.0.0.1:3000', serving.url);
  const { stdout, stderr } = await run('bash', ['--norc', '-euo', 'pipefail', '-c', script], { cwd: folder });
  expect(stderr).toBe('');
  expect(stdout).not.toContain('"error":');
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(answers.at(-1).data).toMatchObject({
    status: 'processing',
    payment_status: 'paid',
    permitted_actions: ['hold'],
  });
  expect(answers.at(-2).data).toMatchObject({ status: 'completed' });
  // The purchase ships to a state with sales tax, so that tax is shown.
  expect(answers.at(-1).data.fulfillment.expectations).toMatchObject([{ destination: { address_region: 'WA' } }]);
  const tax = answers.at(-1).data.totals.find(({ type }: { type: string }) => type === 'tax');
  expect(tax.amount).toBeGreaterThan(0);
});

test('knows every command that docs/start.md names', async () => {
  const commands = [...START.matchAll(/^npx portal (\w+)/gm)].map(([, command = '']) => command);
  expect(commands.length).toBeGreaterThan(3);
  for (const command of commands) expect((await portal([command, '--help'])).code).toBe(0);
});

test('resolves every relative link of the documents to an existing file and heading', () => {
  const names = readdirSync(join(PACKAGE_ROOT, 'docs'), { recursive: true, encoding: 'utf8' });
  const pages = names.filter((name) => name.endsWith('.md')).map((name) => join('docs', name));
  const files = ['README.md', 'CHANGELOG.md', 'SECURITY.md', ...MORE, ...pages];
  const links = files.flatMap((file) => linksOf(file));
  expect(links.length).toBeGreaterThan(50);
  for (const { link, target, anchor } of links) {
    expect(existsSync(join(PACKAGE_ROOT, target)), link).toBe(true);
    if (anchor !== undefined) expect(anchorsOf(target), link).toContain(anchor);
  }
});

test('has a file of less than 100 kB for every picture of the README', () => {
  const pictures = [...textOf('README.md').matchAll(/<img src="([^"]+)"[^>]* alt="[^"]+">/g)].map(
    ([, path = '']) => path,
  );
  expect(pictures.length).toBeGreaterThan(1);
  for (const path of pictures) expect(statSync(join(PACKAGE_ROOT, path)).size, path).toBeLessThan(100_000);
});

/** `npm run test:docs` finds shell blocks by their language, and their requirements by the marks before them. */
test('names the language of every block of the documents, which have only known marks for pasting', () => {
  const names = readdirSync(join(PACKAGE_ROOT, 'docs')).filter((name) => name.endsWith('.md'));
  const pages = ['README.md', ...names.map((name) => join('docs', name))].map((name) => ({
    name,
    text: readFileSync(join(PACKAGE_ROOT, name), 'utf8'),
  }));
  const fences = pages.flatMap(({ name, text }) =>
    [...text.matchAll(/^```(\w*)\n[\s\S]*?^```$/gm)].map(([, language]) => ({ name, language })),
  );
  expect(fences.filter(({ language }) => language === '')).toEqual([]);
  const blocks = pages.flatMap(({ name, text }) => readBlocks(name, text));
  expect(blocks).toHaveLength(fences.filter(({ language }) => language === 'sh' || language === 'console').length);
});

/** Pages outside docs. */
const MORE = ['bench/README', 'bench/tried', 'examples/README', 'test/README'].map((name) => `${name}.md`);

function linksOf(file: string) {
  return [...textOf(file).matchAll(/\]\((?!http)([^)#]*)(?:#([^)]+))?\)/g)].map(([link, path, anchor]) => {
    return { link: `${file} ${link}`, target: path ? join(file, '..', path) : file, anchor };
  });
}

/** Anchors of a page: those that GitHub creates for its headings, and the ids of its table rows. */
function anchorsOf(file: string): string[] {
  const text = textOf(file);
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading.toLowerCase());
  const ids = [...text.matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, id = '']) => id);
  return [...headings.map((heading) => heading.replace(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-')), ...ids];
}

/** Returns a page's text without code blocks. */
function textOf(file: string): string {
  return readFileSync(join(PACKAGE_ROOT, file), 'utf8').replace(/^```.*?^```$/gms, '');
}
