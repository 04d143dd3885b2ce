import { describe, expect, test } from 'vitest';
import { KEY_SCOPES, SCOPES } from '../../src/domain/tenant/tenant.js';
import { toolLists } from '../../src/mcp/tools.js';
import { OPERATIONS } from '../../src/operations/index.js';
import { describedIn } from './described.js';

/** Includes the `buyer` scope of the buyer's link, which no key has. */
const tools = toolLists(OPERATIONS)(new Set([...SCOPES, 'buyer'] as const));

/** Lists every object in a schema, including the schema itself. */
function schemasIn(schema: unknown): Readonly<Record<string, unknown>>[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return [{ ...schema }, ...Object.values(schema).flatMap(schemasIn)];
}

describe('tools that every known client can use', () => {
  test.each(tools)('$name', (tool) => {
    expect(tool.name).toMatch(/^[a-z_]{1,40}$/);
    expect(tool.description.length).toBeLessThan(1024);
    expect(Object.values(tool.annotations).every((value) => typeof value === 'boolean')).toBe(true);
    expect(tool.annotations.readOnlyHint && tool.annotations.destructiveHint).toBe(false);
    expect(tool.inputSchema.type).toBe('object');
    expect(tool.inputSchema.additionalProperties).toBe(false);
    for (const schema of schemasIn(tool.inputSchema)) {
      expect(schema).not.toHaveProperty('$ref');
      expect(schema).not.toHaveProperty('anyOf');
      expect(schema).not.toHaveProperty('oneOf');
      expect(schema).not.toHaveProperty('exclusiveMinimum');
      expect(Array.isArray(schema.type)).toBe(false);
    }
  });

  test('lists the documented tools, without operations that only HTTP or the page has', () => {
    const documented = describedIn(OPERATIONS)
      .filter(({ tool }) => tool)
      .map(({ name }): string => name);
    expect(tools.map(({ name }) => name).sort()).toEqual(documented.sort());
  });

  test('announces everything without which buy is rejected', () => {
    const { inputSchema } = tools.find(({ name }) => name === 'buy') ?? expect.fail('no buy');
    expect(inputSchema.required).toEqual(['line_items', 'buyer', 'idempotency_key']);
    expect(inputSchema.properties).toMatchObject({
      buyer: { required: ['email'] },
      billing_address: { type: 'object' },
    });
  });

  test('describes every top-level argument', () => {
    const bare = tools.flatMap(({ name, inputSchema }) =>
      Object.entries(inputSchema.properties ?? {})
        .filter(([, schema]) => !schemasIn(schema)[0]?.description)
        .map(([argument]) => `${name}.${argument}`),
    );
    expect(bare).toEqual([]);
  });

  test('keeps the list of a shopping key short enough for a model', () => {
    const list = toolLists(OPERATIONS)(new Set(KEY_SCOPES.deployment.granted));
    expect(list.length).toBeLessThanOrEqual(25);
    // Hosts read `_meta`, but do not show it to the model.
    const seen = list.map(({ _meta, ...tool }) => tool);
    expect(JSON.stringify(seen).length).toBeLessThan(26_200);
  });

  test('declares the effect of each tool in its annotations', () => {
    for (const { name, effect, mcp } of OPERATIONS.filter((operation) => operation.mcp)) {
      expect(mcp).toBeDefined();
      const tool = tools.find((candidate) => candidate.name === name);
      expect(tool?.annotations.readOnlyHint).toBe(effect === 'read');
      expect(tool?.annotations.destructiveHint).toBe(effect !== 'read');
    }
  });
});
