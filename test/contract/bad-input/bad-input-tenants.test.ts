import { expect, it } from 'vitest';
import { type OperationName, operations } from '../portal-api.js';
import { keyRows } from './key-rows.js';
import { describeBadInput } from './suite.js';
import { tenantRows } from './tenant-rows.js';

const ROWS = { ...tenantRows, ...keyRows };

const managing = operations.filter(({ scope }) => ['consumers', 'agents', 'keys'].includes(scope));

it('has a row for every operation of consumers, agents and keys', () => {
  expect(Object.keys(ROWS).sort()).toEqual(managing.map(({ name }): OperationName => name).sort());
});

describeBadInput(managing, ROWS);
