import { describe, expect, it } from 'vitest';
import { type InputForm, inputFormOf } from '../../src/calls/input-form.js';
import { Slices } from '../../src/calls/slices.js';
import { ABSENT } from '../../src/docs/things.js';
import { OPERATIONS } from '../../src/operations/index.js';
import { changed } from './bad-input/member-wrongs.js';

/** Paths of the optional texts in all objects of a value, with their schemas. */
function optionalTexts(value: unknown, form: InputForm, above = ''): [path: string, form: InputForm][] {
  if (Array.isArray(value)) {
    const { entry } = form;
    return entry ? value.flatMap((one, index) => optionalTexts(one, entry, `${above}[${index}]`)) : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return [...form.members].flatMap(([name, member]) => {
    const path = above === '' ? name : `${above}.${name}`;
    if (member.type === 'string') return form.required.has(name) ? [] : [[path, member] as [string, InputForm]];
    return optionalTexts(Reflect.get(value, name), member, path);
  });
}

const CASES = OPERATIONS.map((operation) => {
  const sample = operation.sample(ABSENT);
  return { operation, sample, texts: optionalTexts(sample, inputFormOf(operation.input)) };
}).filter(({ texts }) => texts.length > 0);

/** Paths of an operation's optional texts where an empty text has a meaning. */
function emptyTexts({ members, required, entry }: InputForm, above = ''): string[] {
  const within = [...members].flatMap(([name, inner]) => {
    const path = above === '' ? name : `${above}.${name}`;
    const isEmptyText = inner.type === 'string' && inner.acceptsEmptyText && !required.has(name);
    return isEmptyText ? [path] : emptyTexts(inner, path);
  });
  return entry ? [...within, ...emptyTexts(entry, above)] : within;
}

it('gives empty text a meaning only in descriptions and in a search for everything', () => {
  const paths = OPERATIONS.flatMap(({ input }) => emptyTexts(inputFormOf(input)));
  expect(new Set(paths.map((path) => path.split('.').at(-1)))).toEqual(new Set(['query', 'description']));
});

it('covers the optional texts of many operations', () => {
  expect(CASES.flatMap(({ texts }) => texts).length).toBeGreaterThan(100);
});

describe.each(CASES)('$operation.name', ({ operation, sample, texts }) => {
  /** Returns the fingerprint of the parsed arguments, or an error, because one member may require another. */
  const read = async (input: unknown) => {
    try {
      return await operation.prepare(JSON.parse(JSON.stringify(input))).fingerprint(new Slices(async () => undefined));
    } catch (error) {
      return error;
    }
  };

  it('reads null and an empty optional text as absent, unless they have a meaning', async () => {
    for (const [path, { acceptsNull, acceptsEmptyText }] of texts) {
      const without = await read(changed(sample, path, undefined));
      if (!acceptsNull) expect(await read(changed(sample, path, null)), path).toEqual(without);
      if (!acceptsEmptyText) expect(await read(changed(sample, path, '')), path).toEqual(without);
    }
  });
});
