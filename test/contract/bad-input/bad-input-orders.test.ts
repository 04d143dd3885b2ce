import { expect, it } from 'vitest';
import { type OperationName, operations } from '../portal-api.js';
import { adjustmentRows } from './adjustment-rows.js';
import { eventRows } from './event-rows.js';
import { describeBadInput } from './suite.js';

const ROWS = { ...eventRows, ...adjustmentRows };

const adapting = operations.filter(({ scope }) => scope === 'fulfillment');

it("has a row for every operation of a merchant's adapter", () => {
  expect(Object.keys(ROWS).sort()).toEqual(adapting.map(({ name }): OperationName => name).sort());
});

describeBadInput(adapting, ROWS);
