import type { z } from 'zod';

/** Response for agents (docs/mcp.md, Answers). Programs over HTTP get the complete body. */
export interface AgentAnswer<Body = unknown> {
  readonly schema: z.ZodType;
  of(body: Body): unknown;
}

/** A page with entries reduced to a line each; its other members stay. */
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
