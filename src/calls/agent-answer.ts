import type { z } from 'zod';

/** What agents get of an operation's body (docs/mcp.md, Answers). Programs over HTTP get the body itself. */
export interface AgentAnswer<Body = unknown> {
  readonly schema: z.ZodType;
  of(body: Body): unknown;
}

/** A page whose entries are cut to a line each; what stands beside them stays. */
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
