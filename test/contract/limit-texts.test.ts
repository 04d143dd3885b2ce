import { expect, test } from 'vitest';
import { z } from 'zod';
import { issueText } from '../../src/calls/input-error.js';

test.each<[string, z.ZodType, unknown, string]>([
  ['an empty text', z.string().min(1), '', 'must have at least 1 character'],
  ['a short text', z.string().min(2), 'a', 'must have at least 2 characters'],
  ['a long text', z.string().max(2), 'abc', 'must have at most 2 characters'],
  ['an empty list', z.array(z.string()).min(1), [], 'must have at least 1 entry'],
  ['a long list', z.array(z.string()).max(2), ['a', 'b', 'c'], 'must have at most 2 entries'],
  ['a small number', z.int().min(1), 0, 'must be at least 1'],
  ['another type', z.object({}), [], 'must be an object, not an array'],
  ['a number', z.string(), 5, 'must be a string, not a number'],
  ['a fraction', z.int(), 1.5, 'must be an integer, not a fraction'],
  ['a large number', z.int().max(1), 2, 'must be at most 1'],
])('says in words what is accepted instead of %s', (_name, schema, value, limit) => {
  const [issue] = schema.safeParse(value).error?.issues ?? [];
  expect(issue && issueText(issue, value, 'it')).toBe(`it: ${limit}`);
});
