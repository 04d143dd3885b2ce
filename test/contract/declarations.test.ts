import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PACKAGE_ROOT } from '../../src/package-root.js';

/** A valid declaration. Each entry of `TYPOS` replaces a text in it, after which it must not compile. */
const RIGHT = `
import { z } from 'zod';
import { defineOperation } from '../../../src/calls/define.js';
import { answer } from '../../../src/schema/primitives.js';

export const renameThing = defineOperation({
  name: 'rename_thing',
  title: 'Rename a thing',
  description: 'Renames it.',
  scope: 'shops',
  effect: 'write',
  idempotent: true,
  input: z.strictObject({ shop_id: z.string(), thing_id: z.string(), name: z.string(), dry: z.boolean().optional() }),
  inputErrors: { shop_id: 'shop_not_found' },
  output: answer({ data: z.string() }),
  sample: ({ shop }) => ({ shop_id: shop, thing_id: 'x', name: 'Thing' }),
  errors: ['shop_not_found'],
  http: {
    method: 'put',
    path: '/api/shops/{id}/things/{thing}',
    parts: { id: 'shop_id', thing: 'thing_id' },
    query: ['dry'],
    output: answer({ short: z.string() }),
  },
  handle: async (_context, { name }) => ({ body: { data: name }, httpBody: { short: name } }),
});
`;

const PARTS = "parts: { id: 'shop_id', thing: 'thing_id' }";
const BODY = 'body: { data: name }, httpBody: { short: name }';

const TYPOS: readonly (readonly [name: string, right: string, wrong: string])[] = [
  ['a part that names no member', PARTS, "parts: { id: 'shop', thing: 'thing_id' }"],
  ['a part that the path does not have', PARTS, "parts: { id: 'shop_id', thing: 'thing_id', other: 'name' }"],
  ['a part under another name', PARTS, "parts: { id: 'shop_id', thingId: 'thing_id' }"],
  ['a part of the path that is left out', PARTS, "parts: { id: 'shop_id' }"],
  ['no parts at all', `    ${PARTS},\n`, ''],
  ['parts of a path that has none', "'/api/shops/{id}/things/{thing}'", "'/api/things'"],
  ['a query parameter that names no member', "query: ['dry']", "query: ['dru']"],
  ['an input error for a member that does not exist', 'inputErrors: { shop_id:', 'inputErrors: { shop:'],
  ['an error code that does not exist', "shop_id: 'shop_not_found' }", "shop_id: 'shop_not_fund' }"],
  ['a body of another form', BODY, 'body: { date: name }, httpBody: { short: name }'],
  ['an HTTP body of another form', BODY, 'body: { data: name }, httpBody: { shorter: name }'],
  ['an HTTP body that is not declared', '    output: answer({ short: z.string() }),\n', ''],
  ['a sample with a member that does not exist', "name: 'Thing' })", "nmae: 'Thing' })"],
  ['a sample that names an object that does not exist', '({ shop })', '({ shap: shop })'],
  ['no sample', "  sample: ({ shop }) => ({ shop_id: shop, thing_id: 'x', name: 'Thing' }),\n", ''],
  ['an argument that the input does not have', '(_context, { name })', '(_context, { nmae: name })'],
];

/** Inside the package, so that imports resolve as in other files. */
const FOLDERS = join(PACKAGE_ROOT, 'test', '.compiled');
const fileOf = (index: number) => `typo-${index}.ts`;
let folder: string;
let errors: readonly string[];

beforeAll(() => {
  mkdirSync(FOLDERS, { recursive: true });
  folder = mkdtempSync(join(FOLDERS, 'declarations-'));
  writeFileSync(join(folder, 'right.ts'), RIGHT);
  for (const [index, [name, right, wrong]] of TYPOS.entries()) {
    if (!RIGHT.includes(right)) throw new Error(`${name}: the right text is not in the declaration`);
    writeFileSync(join(folder, fileOf(index)), RIGHT.replace(right, wrong));
  }
  const options = {
    extends: '../../../tsconfig.json',
    compilerOptions: { rootDir: '../../..', noEmit: true, composite: false, tsBuildInfoFile: null },
  };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ ...options, references: [{ path: '../../..' }], include: ['*.ts'] }),
  );
  errors = compiled(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Compiles a project. Returns the compiler's output lines if it finds errors. */
function compiled(project: string): readonly string[] {
  const compiler = join(PACKAGE_ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  try {
    execFileSync(process.execPath, [compiler, '-p', project, '--pretty', 'false'], { stdio: 'pipe', encoding: 'utf8' });
    return [];
  } catch (error) {
    return String(Reflect.get(Object(error), 'stdout')).split('\n');
  }
}

const errorsIn = (file: string) => errors.filter((line) => line.includes(`${file}(`));

describe('a declaration', () => {
  test('compiles when every name in it is valid', () => {
    expect(errorsIn('right.ts')).toEqual([]);
  });

  test.each(TYPOS.map(([name], index) => [name, index] as const))('does not compile with %s', (_name, index) => {
    expect(errorsIn(fileOf(index))).not.toEqual([]);
  });

  test('causes no error in any other file', () => {
    const known = ['right.ts', ...TYPOS.map((_typo, index) => fileOf(index))];
    expect(
      errors.filter((line) => /\(\d+,\d+\): error/.test(line) && !known.some((file) => line.includes(file))),
    ).toEqual([]);
  });
});
