import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { generatedFiles } from '../../src/docs/generated-files.js';
import { ERRORS } from '../../src/domain/errors/portal-error.js';
import { OPERATIONS } from '../../src/operations/index.js';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { ERROR_STATUS, NAMED_OPERATION_IDS, operations } from './portal-api.js';

describe('generated files are as `npm run gen` makes them', () => {
  test.each([...generatedFiles(OPERATIONS)])('%s', (path, content) => {
    expect(readFileSync(join(PACKAGE_ROOT, path), 'utf8')).toBe(content);
  });
});

/** What the buyer alone does, on the page behind `continue_url` (design 5, The buyer's link). */
const PAGE_ONLY = ['approve_totals', 'confirm_age'];

describe('the registry declares what the documents say', () => {
  test.each(operations)('$name', ({ name, method, path, scope, tool }) => {
    const declared = OPERATIONS.find((operation) => operation.name === name);
    expect(declared?.http?.method.toUpperCase()).toBe(method);
    expect(declared?.http?.path).toBe(path);
    expect(declared?.http?.operationId).toBe(NAMED_OPERATION_IDS[name]);
    expect(declared?.scope).toBe(scope);
    expect(declared?.mcp !== undefined).toBe(tool);
  });

  test.each(PAGE_ONLY)('%s is neither a route nor a tool', (name) => {
    const declared = OPERATIONS.find((operation) => operation.name === name);
    expect(declared).toMatchObject({ scope: 'buyer' });
    expect([declared?.http, declared?.mcp]).toEqual([undefined, undefined]);
  });

  test('and nothing else', () => {
    const documented = [...operations.map(({ name }) => name), ...PAGE_ONLY];
    expect(OPERATIONS.map(({ name }) => name).sort()).toEqual(documented.sort());
  });
});

test('each error code has its documented status', () => {
  for (const [code, { status }] of Object.entries(ERRORS))
    expect([code, ERROR_STATUS.get(code)]).toEqual([code, status]);
});
