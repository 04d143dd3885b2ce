import { z } from 'zod';
import { builtFile } from '../built-file.js';
import type { Operation } from '../calls/define.js';
import { asSchema, type JsonSchema, toToolSchema } from '../calls/json-schema.js';
import type { Scope } from '../domain/tenant/tenant.js';
import { oncePer } from '../domain/values/once-per.js';
import { describeView, type ToolMeta } from './view/describe-view.js';

/** An entry of `tools/list`. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema & { readonly type: 'object' };
  readonly outputSchema?: JsonSchema & { readonly type: 'object' };
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint?: true;
    readonly openWorldHint: boolean;
  };
  readonly _meta?: ToolMeta;
}

/** Argument that every write has for the value of HTTP's `Idempotency-Key` (docs/api.md, Repeats). */
export const IDEMPOTENCY_ARGUMENT = 'idempotency_key';

const idempotencyKey = z.string().min(1).max(255);

/** Replaces `checkout_id` in tools that use the current cart by default. */
const defaultCheckout = z.string().optional().describe('Default: the current cart');

function toolOf(operation: Operation): Tool[] {
  const { name, title, input, mcp, effect, idempotent, needsKey } = operation;
  if (!mcp) return [];
  const declared = mcp.announced ?? mcp.input ?? input;
  const taken = mcp.defaultCheckout ? declared.extend({ checkout_id: defaultCheckout }) : declared;
  const key = needsKey
    ? idempotencyKey.describe('New for each call, same for its repeats')
    : idempotencyKey.optional().describe('Makes a repeat safe');
  const shape = effect === 'read' ? taken : taken.extend({ [IDEMPOTENCY_ARGUMENT]: key });
  return [
    {
      name,
      title,
      description: mcp.description,
      inputSchema: { ...withoutNull(toToolSchema(shape, 'input')), type: 'object' },
      annotations: {
        readOnlyHint: effect === 'read',
        // Directories of hosts expect it of each tool that changes data (docs/mcp.md, Annotations).
        destructiveHint: effect !== 'read',
        // The specification gives it no meaning for tools that read, and false as its default.
        ...(effect !== 'read' && idempotent && { idempotentHint: true }),
        openWorldHint: false,
      },
      ...describeView(operation),
    },
  ];
}

/**
 * Describes a nullable argument with its other type only, since many clients cannot read `anyOf`. Null is still
 * accepted, and the description says so.
 */
function withoutNull({ properties, ...schema }: JsonSchema): JsonSchema {
  const plain = Object.entries(asSchema(properties)).map(([name, property]) => {
    const { anyOf, ...rest } = asSchema(property);
    const choices: unknown[] = Array.isArray(anyOf) ? anyOf : [];
    const [other, ...more] = choices.filter((choice) => asSchema(choice).type !== 'null');
    return [name, choices.length === 2 && more.length === 0 ? { ...asSchema(other), ...rest } : property];
  });
  return { ...schema, properties: Object.fromEntries(plain) };
}

/** Lists all tools in the registry's order. The built program reads them from a file of the build. */
export function allTools(operations: readonly Operation[]): readonly Tool[] {
  const built = builtFile('tools.json');
  return built === undefined ? operations.flatMap(toolOf) : JSON.parse(built);
}

/** Lists the tools that a key's scopes cover, in the registry's order. Each list is built once per set of scopes. */
export const toolLists = oncePer((operations: readonly Operation[]) => listsOf(operations, allTools));

/**
 * Lists tools with output schemas, only for clients that run code and request them, since the schemas would waste a
 * model's context.
 */
export const structuredToolLists = oncePer((operations: readonly Operation[]) => listsOf(operations, withOutputs));

function withOutputs(operations: readonly Operation[]): readonly Tool[] {
  const outputs = new Map(operations.map(({ name, output, mcp }) => [name, mcp?.answer?.schema ?? output]));
  return allTools(operations).map((tool) => {
    const output = outputs.get(tool.name);
    return output ? { ...tool, outputSchema: { ...toToolSchema(output, 'output'), type: 'object' } } : tool;
  });
}

function listsOf(
  operations: readonly Operation[],
  toolsOf: (operations: readonly Operation[]) => readonly Tool[],
): (scopes: ReadonlySet<Scope>) => readonly Tool[] {
  let all: readonly Tool[] | undefined;
  const lists = new Map<string, readonly Tool[]>();
  return (scopes) => {
    const key = [...scopes].sort().join(' ');
    const known = lists.get(key);
    if (known) return known;
    all ??= toolsOf(operations);
    const allowed = new Set(operations.filter(({ scope }) => scopes.has(scope)).map(({ name }) => name));
    const list = all.filter(({ name }) => allowed.has(name));
    lists.set(key, list);
    return list;
  };
}
