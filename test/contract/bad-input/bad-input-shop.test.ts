import { expect, it } from 'vitest';
import { type OperationName, operations } from '../portal-api.js';
import { discountRows } from './discount-rows.js';
import { itemRows } from './item-rows.js';
import { shopRows } from './shop-rows.js';
import { describeBadInput } from './suite.js';
import { shopTenantRows } from './tenant-rows.js';

const ROWS = { ...shopRows, ...discountRows, ...shopTenantRows, ...itemRows };

const keeping = operations.filter(({ scope }) => scope === 'shops');

it('has a row for every operation of a shop', () => {
  expect(Object.keys(ROWS).sort()).toEqual(keeping.map(({ name }): OperationName => name).sort());
});

describeBadInput(keeping, ROWS);
