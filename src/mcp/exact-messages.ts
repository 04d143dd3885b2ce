import { Transform, type TransformCallback } from 'node:stream';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { changedNumberText, pathOfChangedNumber } from '../json/number-path.js';
import { NEWLINE } from './message-limit.js';
import { readMember } from './read-member.js';

/** Matches every text that contains a number which a double would change, and few other texts. */
const SUSPECT = /[\d.]{15}|\d[eE]/;

const TOOL_CALL = 'tools/call';
/** Length of the path prefix `params.arguments`, which error details of tool calls omit. */
const ARGUMENTS = 2;

/**
 * Passes whole messages through, except requests that contain a number which a double would change; MCP over HTTP
 * rejects those too. Emits `rejected` with the response to each such request; for a tool call this is a result, which
 * the model can act on. The check must come before the transport, which parses the text and discards it.
 */
export class ExactMessages extends Transform {
  private open: Buffer[] = [];

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      this.pass(Buffer.concat([...this.open, chunk.subarray(from, end + 1)]));
      this.open = [];
      from = end + 1;
    }
    if (from < chunk.length) this.open.push(chunk.subarray(from));
    done();
  }

  private pass(message: Buffer): void {
    const rejection = rejectionOf(message.toString('utf8'));
    if (rejection) this.emit('rejected', rejection);
    else this.push(message);
  }
}

function rejectionOf(text: string): JSONRPCMessage | undefined {
  const message = SUSPECT.test(text) ? parse(text) : undefined;
  const id = readMember(message, 'id');
  const method = readMember(message, 'method');
  if (typeof method !== 'string' || (typeof id !== 'string' && typeof id !== 'number')) return undefined;
  const path = pathOfChangedNumber(text);
  if (!path) return undefined;
  const detail = changedNumberText(method === TOOL_CALL ? path.slice(ARGUMENTS) : path, 'The message');
  if (method !== TOOL_CALL)
    return { jsonrpc: '2.0', id, error: { code: -32600, message: `invalid_request: ${detail}` } };
  const answer = { error: 'invalid_request', detail, next: 'Send the number with fewer digits.' };
  return { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: JSON.stringify(answer) }], isError: true } };
}

/** Parses a text; `undefined` if it is not JSON, which the transport reports. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
