import { expect, it } from 'vitest';
import { pluralize } from '../../src/domain/values/pluralize.js';

it.each([
  [0, '0 receipts', '0 leaves'],
  [1, '1 receipt', '1 leaf'],
  [2, '2 receipts', '2 leaves'],
])('uses the correct form of the noun for %i', (count, receipts, leaves) => {
  expect([pluralize(count, 'receipt'), pluralize(count, 'leaf', 'leaves')]).toEqual([receipts, leaves]);
});
