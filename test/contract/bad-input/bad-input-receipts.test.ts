import { expect, it } from 'vitest';
import { type OperationName, operations } from '../portal-api.js';
import { receiptRows } from './receipt-rows.js';
import { signingKeyRows } from './signing-key-rows.js';
import { describeBadInput } from './suite.js';

const ROWS = { ...signingKeyRows, ...receiptRows };

const SCOPES = ['signing-keys', 'receipts:write', 'receipts:read'];
const attesting = operations.filter(({ scope }) => SCOPES.includes(scope));

it('has a row for every operation of signing keys, receipts and the log', () => {
  expect(Object.keys(ROWS).sort()).toEqual(attesting.map(({ name }): OperationName => name).sort());
});

describeBadInput(attesting, ROWS);
