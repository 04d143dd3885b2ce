import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { generatedFiles } from '../../src/docs/generated-files.js';
import { ERRORS } from '../../src/domain/errors/portal-error.js';
import { recordedExamples } from '../../src/http/examples.js';
import { OPERATIONS } from '../../src/operations/index.js';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { ERROR_STATUS, NAMED_OPERATION_IDS, operations } from './portal-api.js';

const FILES = await generatedFiles(OPERATIONS);
const OPENAPI = JSON.parse(FILES.get('docs/openapi.json') ?? '');

describe('generated files are as `npm run gen` makes them', () => {
  test.each([...FILES])('%s', (path, content) => {
    expect(readFileSync(join(PACKAGE_ROOT, path), 'utf8')).toBe(content);
  });
});

describe('the examples', () => {
  const examples = recordedExamples();
  const routed = OPERATIONS.filter(({ http }) => http);

  test('cover every route', () => {
    expect(Object.keys(examples)).toEqual(routed.map(({ name }) => name));
  });

  test.each(routed)('of $name match its declaration', ({ name, http, output, needsKey, prepare, prepareAgent }) => {
    const { args: { idempotency_key, ...args } = {}, answer } = examples[name] ?? {};
    expect(idempotency_key !== undefined).toBe(needsKey === true);
    expect(() => prepare(args)).not.toThrow();
    expect(() => prepareAgent(args)).not.toThrow();
    expect((http?.output ?? output).parse(answer)).toEqual(answer);
  });

  test.each(routed)('of $name are in OpenAPI', ({ name, http }) => {
    const { args = {}, answer } = examples[name] ?? {};
    const { parameters, requestBody, responses } = pathItem(http?.path ?? '', http?.method ?? 'get');
    expect(responses[200].content['application/json']?.example).toEqual(answer);
    const shown = parameters.filter(({ example }) => example !== undefined).map(({ example }) => example);
    const body = requestBody?.content['application/json']?.example ?? {};
    expect([...shown, ...Object.values(body)].map(text).sort()).toEqual(Object.values(args).map(text).sort());
  });
});

test('OpenAPI requires an idempotency key of exactly the operations that need one', () => {
  const routed = OPERATIONS.filter(({ http }) => http);
  const needing = routed.filter(({ http }) =>
    pathItem(http?.path ?? '', http?.method ?? 'get').parameters.some(
      ({ name, required }) => name === 'Idempotency-Key' && required,
    ),
  );
  expect(needing).toEqual(OPERATIONS.filter(({ needsKey }) => needsKey));
  expect(needing.map(({ name }) => name)).toEqual(['buy']);
});

const text = (value: unknown) => JSON.stringify(value);

interface PathItem {
  readonly parameters: readonly { readonly name: string; readonly required: boolean; readonly example?: unknown }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: object }>> };
  readonly responses: { readonly 200: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> } };
}

function pathItem(path: string, method: string): PathItem {
  return OPENAPI.paths[path][method];
}

/** Operations that only the buyer can call, on the page behind `continue_url` (docs/paying.md, Escalation). */
const PAGE_ONLY = ['approve_totals', 'confirm_age', 'accept_terms', 'refill_checkout'];

describe('the registry matches the documents', () => {
  test.each(operations)('$name', ({ name, method, path, scope, tool }) => {
    const declared = OPERATIONS.find((operation) => operation.name === name);
    expect(declared?.http?.method.toUpperCase()).toBe(method);
    expect(declared?.http?.path).toBe(path);
    expect(declared?.http?.operationId).toBe(NAMED_OPERATION_IDS[name]);
    expect(declared?.scope).toBe(scope);
    expect(declared?.mcp !== undefined).toBe(tool);
  });

  test.each(PAGE_ONLY)('declares neither a route nor a tool for %s', (name) => {
    const declared = OPERATIONS.find((operation) => operation.name === name);
    expect(declared).toMatchObject({ scope: 'buyer' });
    expect([declared?.http, declared?.mcp]).toEqual([undefined, undefined]);
  });

  test('declares no other operation that has neither a route nor a tool', () => {
    const open = OPERATIONS.filter(({ http, mcp }) => !http && !mcp).map(({ name }) => name);
    expect(open).toEqual(PAGE_ONLY);
    expect(OPERATIONS.map(({ name }) => name)).toEqual(expect.arrayContaining(operations.map(({ name }) => name)));
  });
});

test('has the documented status for each error code', () => {
  for (const [code, { status }] of Object.entries(ERRORS))
    expect([code, ERROR_STATUS.get(code)]).toEqual([code, status]);
});
