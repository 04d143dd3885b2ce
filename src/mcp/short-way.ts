import { ProtocolError, SERVER_INFO_META_KEY } from '@modelcontextprotocol/server';
import type { Request, Response } from 'express';
import type { CallTool } from './call-tool.js';
import { type PlainCall, plainCall } from './plain-message.js';
import type { ToolAnswer } from './protocol-server.js';
import { SERVER_INFO } from './server-info.js';
import type { Speaker } from './speaker.js';

/** A message as it came, and whom it is from. */
interface Sent {
  readonly request: Request;
  readonly body: unknown;
  readonly speaker: Speaker;
}

/**
 * Answers a plainly valid call of a tool in the place of the SDK, at a third of its processor time: one serialization,
 * JSON in both eras. False = it is something else, which the SDK answers. docs/dev/mcp.md (Plain calls) says how the two
 * answers differ; test/surface/short-way.test.ts compares them.
 */
export async function answerPlainCall(callTool: CallTool, sent: Sent, response: Response): Promise<boolean> {
  const { headers } = sent.request;
  const call = plainCall(sent.body, {
    accept: headers.accept,
    version: text(headers['mcp-protocol-version']),
    method: text(headers['mcp-method']),
    name: text(headers['mcp-name']),
  });
  if (!call) return false;
  const operation = callTool.find(call.name);
  if (!operation || (call.canAsk && operation.mcp?.asksPerson)) return false;
  const bytes = Buffer.from(
    JSON.stringify(await answerOf(call, () => callTool.call(operation, call.args, sent.speaker))),
  );
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length }).end(bytes);
  return true;
}

async function answerOf({ id, isModern }: PlainCall, run: () => Promise<ToolAnswer>) {
  try {
    const result = await run();
    return { result: isModern ? { ...result, ...MODERN_RESULT } : result, jsonrpc: '2.0', id };
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return { jsonrpc: '2.0', id, error: { code: error.code, message: error.message } };
  }
}

/** What the newer era puts on every result. */
const MODERN_RESULT = { resultType: 'complete', _meta: { [SERVER_INFO_META_KEY]: SERVER_INFO } };

/** A header that came twice is a list, which is unusual. */
function text(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join() : header;
}
