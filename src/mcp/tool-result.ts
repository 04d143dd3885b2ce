import type { CallToolResult } from '@modelcontextprotocol/server';
import type { AgentAnswer } from '../calls/agent-answer.js';
import type { Operation } from '../calls/define.js';
import { isCached } from '../calls/json-text.js';

/**
 * Builds the result of a call (docs/mcp.md, Answers). It is text only, since some clients show the model only the text,
 * others only the structured content, and others both. Clients that run code can request both, which then have equal
 * content.
 */
export function toolResult({ mcp }: Operation, body: unknown, structured: boolean): CallToolResult {
  const { shown, text } = shownBody(mcp?.answer, body);
  const content: CallToolResult['content'] = [{ type: 'text', text }];
  return structured ? { content, structuredContent: { ...shown } } : { content };
}

/** The object that a model reads, and its text. */
interface Shown {
  readonly answer: AgentAnswer | undefined;
  readonly shown: object;
  readonly text: string;
}

/** Texts of cached bodies, which may be sent again. */
const cached = new WeakMap<object, Shown>();

function shownBody(answer: AgentAnswer | undefined, body: unknown): Shown {
  const key = typeof body === 'object' && body !== null && isCached(body) ? body : undefined;
  const known = key && cached.get(key);
  if (known && known.answer === answer) return known;
  const shown = answer ? answer.of(body) : body;
  if (typeof shown !== 'object' || shown === null) throw new Error('an answer is an object');
  const made = { answer, shown, text: textOf(shown) };
  if (key) cached.set(key, made);
  return made;
}

/** Formats an object as JSON, with one line per list entry. */
function textOf(shown: object): string {
  if (!('data' in shown) || !Array.isArray(shown.data)) return JSON.stringify(shown);
  const { data, ...rest } = shown;
  const beside = JSON.stringify(rest).slice(1);
  const entries = data.map((entry) => `\n${JSON.stringify(entry)}`).join(',');
  return `{"data":[${entries}${entries === '' ? '' : '\n'}]${beside === '}' ? '' : ','}${beside}`;
}
