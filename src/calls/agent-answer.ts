import type { z } from 'zod';

/** Form in which agents get a response (docs/mcp.md, Answers). HTTP clients get the complete body instead. */
export interface AgentAnswer<Body = unknown> {
  readonly schema: z.ZodType;
  of(body: Body): unknown;
}

/** Reduces each entry of a page to the short form that `line` returns; the page's other members are unchanged. */
export function linesOf<Entry>(
  page: z.ZodObject,
  entry: z.ZodType,
  line: (entry: Entry) => unknown,
): AgentAnswer<{ readonly data: readonly Entry[] }> {
  return {
    schema: page.extend({ data: entry.array() }),
    of: (body) => ({ ...body, data: body.data.map(line) }),
  };
}
