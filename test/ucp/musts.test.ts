import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { CALLS } from './musts/calls.js';
import { RESOURCES } from './musts/resources.js';
import { type Row, RULE } from './musts/row.js';
import { RULES } from './rules/index.js';

/** UCP's requirements for a business: each has a check, or a reason why it is not served. */

const ROWS: readonly Row[] = [...RESOURCES, ...RULES.map(({ section, must }): Row => [section, must, RULE]), ...CALLS];

/** Sections of the protocol's overview that have no requirements. */
const WITHOUT = new Set(['2.12']);
const SECTIONS = [
  ...Array.from({ length: 12 }, (_, index) => `1.${index + 1}`),
  ...Array.from({ length: 13 }, (_, index) => `2.${index + 1}`),
].filter((section) => !WITHOUT.has(section));

const sources = new Map<string, string>();
function sourceOf(file: string): string {
  const source = sources.get(file) ?? readFileSync(join(PACKAGE_ROOT, 'test', 'ucp', `${file}.test.ts`), 'utf8');
  sources.set(file, source);
  return source;
}

const [, unserved = ''] = readFileSync(join(PACKAGE_ROOT, 'docs', 'ucp.md'), 'utf8').split(
  '\n## Features not served\n',
);

describe('the requirements for a business', () => {
  test.each(ROWS)('%s %s', (_section, must, held) => {
    if ('rule' in held) expect(RULES.filter((rule) => rule.must === must)).toHaveLength(1);
    else if ('notServed' in held) expect(unserved.split('\n## ')[0]).toContain(`${held.notServed}`);
    else {
      const [file, title] = held.test;
      // Exact title of the test, from its declaration or its table.
      const quoted = [`'${title}'`, `"${title}"`];
      expect(quoted.some((text) => sourceOf(file).includes(text))).toBe(true);
    }
  });

  test('lists each requirement once, in every section', () => {
    const sections = new Set(ROWS.map(([section]) => section));
    expect(SECTIONS.filter((section) => !sections.has(section))).toEqual([]);
    expect(new Set(ROWS.map(([, must]) => must)).size).toBe(ROWS.length);
  });
});
