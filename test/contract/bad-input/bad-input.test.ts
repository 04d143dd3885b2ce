import { expect, it } from 'vitest';
import { type OperationName, operations } from '../portal-api.js';
import { catalogRows } from './catalog-rows.js';
import { checkoutRows } from './checkout-rows.js';
import { completeRows } from './complete-rows.js';
import { fulfillmentRows } from './fulfillment-rows.js';
import { lineRows } from './line-rows.js';
import { orderRows } from './order-rows.js';
import { describeBadInput } from './suite.js';

const ROWS = {
  ...catalogRows,
  ...checkoutRows,
  ...lineRows,
  ...fulfillmentRows,
  ...completeRows,
  ...orderRows,
};

const shopping = operations.filter(({ scope }) => scope === 'commerce');

it('has a row for every operation of shopping', () => {
  expect(Object.keys(ROWS).sort()).toEqual(shopping.map(({ name }): OperationName => name).sort());
});

describeBadInput(shopping, ROWS);
