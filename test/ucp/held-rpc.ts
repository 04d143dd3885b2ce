import { Ajv2020 } from 'ajv/dist/2020.js';
import { z } from 'zod';
import { outputSchema } from '../../src/ucp/mcp/schemas.js';
import type { UcpOperation } from '../../src/ucp/operations/ucp-operation.js';
import type { ProtocolVersion } from '../../src/ucp/versions/version.js';
import type { Answered } from '../support/portal.js';
import { headerProblems, REFUSALS } from './refusals.js';
import { unless } from './rules/rule.js';

/** Validates JSON-RPC responses against the MCP binding. */

const toolCall = z.looseObject({
  id: z.union([z.string(), z.number()]),
  params: z.looseObject({ name: z.string(), arguments: z.record(z.string(), z.unknown()) }),
});

export interface SentCall {
  readonly id: string | number;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Parses a tool call. Returns `undefined` for any other message. */
export function callIn(message: unknown): SentCall | undefined {
  const { data } = toolCall.safeParse(message);
  return data && { id: data.id, name: data.params.name, args: data.params.arguments };
}

const ajv = new Ajv2020({ strict: false });
const outputs = new Map<string, ReturnType<Ajv2020['compile']>>();

/** Returns the problems of a result, except those of its content. */
export function resultProblems(operation: UcpOperation, { id }: SentCall, { status, json }: Answered): string[] {
  const { content, structuredContent } = json.result;
  const isOutput = outputs.get(operation.name) ?? ajv.compile(outputSchema(operation));
  outputs.set(operation.name, isOutput);
  return [
    ...unless(status === 200, `the status is ${status}`),
    ...unless(json.jsonrpc === '2.0' && json.id === id, 'it does not answer the message'),
    ...unless(content[0].text === JSON.stringify(structuredContent), 'the text is not the structured content'),
    ...unless(isOutput(structuredContent) === true, `not of the output schema: ${ajv.errorsText(isOutput.errors)}`),
  ];
}

/** Errors of JSON-RPC itself, which UCP does not define. */
const OF_THE_SDK = new Set([-32600, -32601, -32602, -32603, -32700]);

/** Errors for which the message was not read, so its id is unknown. */
const UNREAD = new Set(['invalid_json', 'unsupported_media_type', 'payload_too_large', 'rate_limited']);

/** Returns the problems of a JSON-RPC error. */
export function rpcProblems(version: ProtocolVersion, sent: unknown, answered: Answered): string[] {
  const { status, json, headers } = answered;
  const { code, message, data } = json.error;
  const called = callIn(sent);
  if (!called && data?.code === undefined) return unless(OF_THE_SDK.has(code), `code ${code}`);
  const [expected, rpc] = REFUSALS[data?.code] ?? [];
  const retry = headers.get('retry-after');
  return [
    ...unless(!version.isEarly, 'the version has no MCP'),
    ...unless(status === expected && code === rpc, `${data?.code} is ${status} and ${code}`),
    ...unless(json.id === (UNREAD.has(data.code) ? null : called?.id), 'it does not answer the message'),
    ...unless(data?.content === message, 'the data has another text'),
    ...unless(retry === null || data?.retry_after === Number(retry), 'no retry_after'),
    ...headerProblems(answered),
  ];
}
