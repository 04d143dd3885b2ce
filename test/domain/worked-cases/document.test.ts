import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../../src/package-root.js';
import { ALL_CASES } from './all-cases.js';
import { exampleOf } from './example.js';

const DOCUMENT = readFileSync(join(PACKAGE_ROOT, 'docs/dev/money-cases.md'), 'utf8');

/** Reads the fenced blocks in a part of the document. */
function blocksOf(text: string): { readonly title: string; readonly text: string }[] {
  return [...text.matchAll(/^```.*\n([\s\S]*?)\n```$/gm)].map(([, block = '']) => {
    return { title: block.split('\n', 1)[0] ?? '', text: block };
  });
}

/** Every third-level heading is a rule. */
const RULES = DOCUMENT.split(/^(?=#{1,3} )/m)
  .filter((part) => part.startsWith('### '))
  .map((part) => ({ rule: part.split('\n', 1)[0] ?? '', text: part }));

const EXAMPLES = blocksOf(DOCUMENT);

describe('docs/dev/money-cases.md', () => {
  it.each(EXAMPLES)('shows "$title" as the worked case computes it', ({ title, text }) => {
    const worked = ALL_CASES.find(({ name }) => title === `case: ${name}`);
    expect(worked, 'there is no worked case of that name').toBeDefined();
    expect(text).toBe(worked && exampleOf(worked));
  });

  it.each(RULES)('gives one example for the rule "$rule"', ({ text }) => {
    expect(blocksOf(text)).toHaveLength(1);
  });

  it('gives each example once, under a rule', () => {
    const titles = EXAMPLES.map(({ title }) => title);
    expect(titles.length).toBeGreaterThan(40);
    expect(titles).toHaveLength(RULES.length);
    expect(new Set(titles).size).toBe(titles.length);
  });
});
