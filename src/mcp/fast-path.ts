import type { Request, Response } from 'express';
import type { CallTool } from './call-tool.js';
import type { McpCaller } from './mcp-caller.js';
import { type PlainCall, parsePlainCall } from './plain-call.js';
import { ProtocolError } from './protocol-error.js';
import type { ToolAnswer } from './protocol-server.js';
import { SERVER_INFO } from './server-info.js';
import { toolCallResponse } from './tool-call.js';

/** A parsed message with its request and caller. */
interface Message {
  readonly request: Request;
  readonly body: unknown;
  readonly speaker: McpCaller;
}

/**
 * Answers a plain tool call without the SDK, in a third of the SDK's processor time: the result is serialized once, and
 * the response is JSON in both protocol generations. Returns false if the SDK must answer. docs/dev/mcp.md (Plain
 * calls) lists the differences; test/surface/fast-path.test.ts compares the responses.
 */
export async function answerPlainCall(callTool: CallTool, message: Message, response: Response): Promise<boolean> {
  const { headers } = message.request;
  const call = parsePlainCall(message.body, {
    accept: headers.accept,
    version: joined(headers['mcp-protocol-version']),
    method: joined(headers['mcp-method']),
    name: joined(headers['mcp-name']),
  });
  if (!call) return false;
  const operation = callTool.find(call.name);
  if (!operation || (call.canAsk && operation.mcp?.asksPerson)) return false;
  const answer = await responseTo(call, () => callTool.call(operation, call.args, message.speaker));
  const bytes = Buffer.from(JSON.stringify(answer));
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length }).end(bytes);
  return true;
}

async function responseTo({ id, isModern }: PlainCall, run: () => Promise<ToolAnswer>): Promise<object> {
  try {
    return toolCallResponse(id, await run(), isModern, SERVER_INFO);
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return { jsonrpc: '2.0', id, error: { code: error.code, message: error.message } };
  }
}

/** Joins the values of a header that was sent twice, so that it matches no plain call. */
function joined(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join() : header;
}
