import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import type { Operation } from '../calls/define.js';
import { PACKAGE_ROOT } from '../package-root.js';
import { table } from './markdown.js';

const BEGIN = '<!-- Made by `npm run gen` from the tests. Do not edit what follows. -->';
/** Folders that nearly every test uses, so that they do not show a test's subject. */
const COMMON = ['test/support/', 'test/actors/'];
/** Tests listed for one operation; those that name it most often come first. */
const MAX_NAMED = 6;

/** A test: its own text and that of the files beside it that it uses, and the paths in `src` that these import. */
interface Test {
  readonly name: string;
  readonly text: string;
  readonly imports: ReadonlySet<string>;
}

/** `test/README.md` with new maps from each subject to its tests; the rest is written by hand. */
export function withTestMap(page: string, operations: readonly Operation[]): string {
  const place = page.indexOf(BEGIN);
  if (place < 0) throw new Error(`test/README.md lacks the line ${BEGIN}`);
  const tests = readTests();
  const rooms = [...new Set(tests.flatMap(({ imports }) => [...imports].map(roomOf)))].sort();
  return `${page.slice(0, place)}${BEGIN}

### By room of \`src\`

The tests that import from the room.

${table(
  ['Room', 'Tests'],
  rooms.map((room) => [`\`${room}\``, listOf(testsOf(room, tests))]),
)}

### By operation

The tests that name the operation most often, at most ${MAX_NAMED}. The tables in \`contract/bad-input\`, \`surface/tenancy\`, \`surface/scopes\` and \`surface/repeats\` have
each operation.

${table(
  ['Operation', 'Tests'],
  operations.map(({ name }) => [`\`${name}\``, listOf(testsNaming(name, tests))]),
)}
`;
}

function readTests(): Test[] {
  const names = readdirSync(join(PACKAGE_ROOT, 'test'), { recursive: true, encoding: 'utf8' });
  const paths = names.map((name) => join('test', name)).filter((path) => path.endsWith('.ts'));
  const texts = new Map(paths.map((path) => [path, readFileSync(join(PACKAGE_ROOT, path), 'utf8')]));
  const tests = paths.filter((path) => path.endsWith('.test.ts')).sort();
  return tests.map((path) => testAt(path, texts));
}

function testAt(path: string, texts: ReadonlyMap<string, string>): Test {
  const files = [path];
  const imports = new Set<string>();
  // Grows while it is read: the files beside a test may use others.
  for (const file of files) {
    for (const target of importsOf(file, texts.get(file) ?? '')) {
      if (target.startsWith('src/')) imports.add(target);
      else if (!isCommon(target) && texts.has(target) && !files.includes(target)) files.push(target);
    }
  }
  const name = path.slice('test/'.length, -'.test.ts'.length);
  return { name, imports, text: files.map((file) => texts.get(file)).join('\n') };
}

function importsOf(path: string, text: string): string[] {
  const targets = [...text.matchAll(/\bfrom '(\.[^']+)\.js'/g)];
  return targets.map(([, target = '']) => `${normalize(join(dirname(path), target))}.ts`);
}

const isCommon = (path: string) => COMMON.some((folder) => path.startsWith(folder));

/** `src/domain/order/order.ts` is of the room `domain/order`. */
function roomOf(path: string): string {
  const folders = path.split('/').slice(1, -1);
  return folders.length > 0 ? folders.join('/') : (path.split('/').at(-1) ?? '').replace(/\.ts$/, '');
}

const testsOf = (room: string, tests: readonly Test[]) =>
  tests.filter(({ imports }) => [...imports].some((path) => roomOf(path) === room)).map(({ name }) => name);

function testsNaming(operation: string, tests: readonly Test[]): string[] {
  const named = tests.map(({ name, text }) => ({
    name,
    times: text.split(new RegExp(`\\b${operation}\\b`)).length - 1,
  }));
  const most = named.filter(({ times }) => times > 0).sort((a, b) => b.times - a.times);
  return most.slice(0, MAX_NAMED).map(({ name }) => name);
}

function listOf(names: readonly string[]): string {
  return names.join(', ');
}
