import { z } from 'zod';

/** Messages that are plainly valid: narrower than the protocol, so that whatever is unusual is left to the SDK. */

export const MODERN = '2026-07-28';
const OLDER: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'];

const RESERVED = 'io.modelcontextprotocol/';
const VERSION_KEY = `${RESERVED}protocolVersion`;
const CLIENT_KEY = `${RESERVED}clientInfo`;
const CAPABILITIES_KEY = `${RESERVED}clientCapabilities`;

const idOrToken = z.union([z.string(), z.int()]);

/** As it was parsed, not copied. */
const object = z.custom<Readonly<Record<string, unknown>>>(isPlain);
const empty = z.strictObject({});

const capabilities = z.strictObject({
  elicitation: z
    .strictObject({ form: z.strictObject({ applyDefaults: z.boolean().optional() }).optional(), url: empty.optional() })
    .optional(),
  roots: z.strictObject({ listChanged: z.boolean().optional() }).optional(),
  sampling: empty.optional(),
  extensions: z.record(z.string(), object).optional(),
});

const clientInfo = z.strictObject({
  name: z.string(),
  title: z.string().optional(),
  version: z.string(),
  description: z.string().optional(),
  websiteUrl: z.string().optional(),
});

/** Members that other programs put beside the protocol's own say nothing to the portal. */
const foreign = z.custom<object>((meta) => isPlain(meta) && !Object.keys(meta).some((key) => key.startsWith(RESERVED)));

const olderMeta = foreign.pipe(z.looseObject({ progressToken: idOrToken.optional() }));

const newerMeta = object
  .refine((meta) => Object.keys(meta).every((key) => !key.startsWith(RESERVED) || OWN_KEYS.has(key)))
  .pipe(
    z.looseObject({
      progressToken: idOrToken.optional(),
      [VERSION_KEY]: z.literal(MODERN),
      [CLIENT_KEY]: clientInfo.optional(),
      [CAPABILITIES_KEY]: capabilities,
    }),
  );

const OWN_KEYS: ReadonlySet<string> = new Set([VERSION_KEY, CLIENT_KEY, CAPABILITIES_KEY]);

const messageWith = <Params extends z.ZodType>(params: Params) =>
  z.strictObject({ jsonrpc: z.literal('2.0'), id: idOrToken, method: z.literal('tools/call'), params });

const call = { name: z.string(), arguments: object.optional() };
const olderMessage = messageWith(z.strictObject({ ...call, _meta: olderMeta.optional() }));
const newerMessage = messageWith(z.strictObject({ ...call, _meta: newerMeta }));

/** A call of a tool, of either era. */
export interface PlainCall {
  readonly id: string | number;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly isModern: boolean;
  /** The client can ask the person something. */
  readonly canAsk: boolean;
}

/** The headers by which a request is routed (protocol, Streamable HTTP). */
export interface RoutingHeaders {
  readonly accept?: string | undefined;
  readonly version?: string | undefined;
  readonly method?: string | undefined;
  readonly name?: string | undefined;
}

/** The call that a message plainly is; undefined = it is something else, or unusual in some way. */
export function plainCall(message: unknown, headers: RoutingHeaders): PlainCall | undefined {
  const { accept = '', version } = headers;
  if (!accept.includes('application/json') || !accept.includes('text/event-stream')) return undefined;
  if (version === MODERN) return modernCall(message, headers);
  if (version !== undefined && !OLDER.includes(version)) return undefined;
  const { success, data } = olderMessage.safeParse(message);
  if (!success) return undefined;
  const { id, params } = data;
  return { id, name: params.name, args: params.arguments ?? {}, isModern: false, canAsk: false };
}

function modernCall(message: unknown, headers: RoutingHeaders): PlainCall | undefined {
  const { success, data } = newerMessage.safeParse(message);
  if (!success) return undefined;
  const { id, params } = data;
  if (headers.method !== 'tools/call' || headers.name !== params.name) return undefined;
  const canAsk = params._meta[CAPABILITIES_KEY].elicitation !== undefined;
  return { id, name: params.name, args: params.arguments ?? {}, isModern: true, canAsk };
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !Object.hasOwn(value, '__proto__');
}
