import type { CallToolResult } from '@modelcontextprotocol/server';
import type { AgentAnswer } from '../calls/agent-answer.js';
import type { Operation } from '../calls/define.js';
import { isCached, jsonTextOfOne } from '../calls/json-text.js';
import { LastPer } from '../domain/values/last-per.js';

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
  readonly shown: object;
  readonly text: string;
}

/** Texts of cached bodies, which may be sent again. */
const cached = new LastPer<object, Shown>();

function shownBody(answer: AgentAnswer | undefined, body: unknown): Shown {
  const make = () => {
    const shown = answer ? answer.of(body) : body;
    if (typeof shown !== 'object' || shown === null) throw new Error('an answer is an object');
    return { shown, text: textOf(shown) };
  };
  return typeof body === 'object' && body !== null && isCached(body) ? cached.get(body, [answer], make) : make();
}

/** Formats an object as JSON, with one line per list entry. */
function textOf(shown: object): string {
  const known = jsonTextOfOne(shown);
  if (known !== undefined) return known;
  if (!('data' in shown) || !Array.isArray(shown.data)) return JSON.stringify(shown);
  const { data, ...rest } = shown;
  const beside = JSON.stringify(rest).slice(1);
  const entries = data.map((entry) => `\n${JSON.stringify(entry)}`).join(',');
  return `{"data":[${entries}${entries === '' ? '' : '\n'}]${beside === '}' ? '' : ','}${beside}`;
}
