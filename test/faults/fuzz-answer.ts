import { ERROR_STATUS, errorBody, mcpErrorBody } from '../contract/portal-api.js';
import type { HttpAnswer } from '../support/http-client.js';
import type { FuzzCall } from './fuzz-call.js';
import { messageOf } from './mcp-message.js';

/** JSON-RPC's internal error: the server is at fault. */
const INTERNAL = -32603;

/** Returns the problem of a response, or `undefined` if it has none. `learn` receives the content of a success. */
export function problemOf(call: FuzzCall, answer: HttpAnswer, learn: (said: unknown) => void): string | undefined {
  const { status, text } = answer;
  if (isFromParser(answer)) return undefined;
  if (status >= 500) return `${status} ${text}`;
  if (isPage(answer)) return status < 400 || text.includes('<html') ? undefined : `${status}, and no page`;
  const json = parsed(text);
  if (call.path === '/mcp' && status === 200) return problemOfMessage(messageOf({ json, text }), learn);
  if (status >= 400 && call.method !== 'HEAD') return problemOfRefusal(call, status, json);
  learn(json);
  return undefined;
}

function problemOfRefusal({ path }: FuzzCall, status: number, json: unknown): string | undefined {
  if (path === '/mcp' && isObject(json) && 'jsonrpc' in json) return problemOfMessage(json, () => {});
  const { success, data } = errorBody.safeParse(json);
  if (!success) return `${status} without the documented body: ${JSON.stringify(json)}`;
  return ERROR_STATUS.get(data.error) === status ? undefined : `${status} with ${data.error}`;
}

/** Returns the problem of an MCP response, or of the first faulty response in a batch. */
export function problemOfMessage(message: unknown, learn: (said: unknown) => void): string | undefined {
  if (Array.isArray(message))
    return message.map((one) => problemOfMessage(one, learn)).find((one) => one !== undefined);
  if (!isObject(message)) return `no message: ${JSON.stringify(message)}`;
  if (isObject(message.error)) return message.error.code === INTERNAL ? JSON.stringify(message) : undefined;
  if (!isObject(message.result)) return `no result: ${JSON.stringify(message)}`;
  const { isError, content } = message.result;
  const said = Array.isArray(content) ? parsed(String(content[0]?.text)) : undefined;
  if (isError !== true) learn(said);
  if (isError !== true) return undefined;
  const { success, data } = mcpErrorBody.safeParse(said);
  if (!success) return `no documented refusal: ${JSON.stringify(content)}`;
  return (ERROR_STATUS.get(data.error) ?? 500) >= 500 ? JSON.stringify(said) : undefined;
}

/**
 * Returns true for a response that Node itself sends to invalid HTTP or too many headers: it has no body, and the
 * portal never sees the request (docs/api.md, Connections).
 */
function isFromParser({ status, headers, text }: HttpAnswer): boolean {
  return (status === 400 || status === 431) && text === '' && headers.get('x-request-id') === null;
}

function isPage({ headers }: HttpAnswer): boolean {
  return !(headers.get('content-type') ?? '').startsWith('application/json') && headers.get('content-type') !== null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
