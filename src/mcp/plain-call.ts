import { z } from 'zod';
import { extend } from '../domain/values/extend.js';
import { idOrToken, MODERN, parseToolCall, plainObject, type ToolCall } from './tool-call.js';

const OLDER: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'];

const RESERVED = 'io.modelcontextprotocol/';
const VERSION_KEY = `${RESERVED}protocolVersion`;
const CLIENT_KEY = `${RESERVED}clientInfo`;
const CAPABILITIES_KEY = `${RESERVED}clientCapabilities`;
const OWN_KEYS: ReadonlySet<string> = new Set([VERSION_KEY, CLIENT_KEY, CAPABILITIES_KEY]);

const empty = z.strictObject({});

const capabilities = z.strictObject({
  elicitation: z
    .strictObject({ form: z.strictObject({ applyDefaults: z.boolean().optional() }).optional(), url: empty.optional() })
    .optional(),
  roots: z.strictObject({ listChanged: z.boolean().optional() }).optional(),
  sampling: empty.optional(),
  extensions: z.record(z.string(), plainObject).optional(),
});

const clientInfo = z.strictObject({
  name: z.string(),
  title: z.string().optional(),
  version: z.string(),
  description: z.string().optional(),
  websiteUrl: z.string().optional(),
});

/**
 * Builds a schema of `_meta`. Members outside the protocol's namespace belong to other programs and are ignored. If the
 * namespace contains an unknown member, the call is not plain.
 */
function metaWith<Shape extends z.ZodRawShape>(reserved: ReadonlySet<string>, shape: Shape) {
  return plainObject
    .refine((meta) => Object.keys(meta).every((key) => !key.startsWith(RESERVED) || reserved.has(key)))
    .pipe(z.looseObject({ progressToken: idOrToken.optional(), ...shape }));
}

const olderMeta = metaWith(new Set(), {}).optional();

const modernMeta = metaWith(OWN_KEYS, {
  [VERSION_KEY]: z.literal(MODERN),
  [CLIENT_KEY]: clientInfo.optional(),
  [CAPABILITIES_KEY]: capabilities,
});

/** A valid tool call without unusual members or headers. */
export interface PlainCall extends ToolCall {
  readonly isModern: boolean;
  /** True if the client can ask the person something. */
  readonly canAsk: boolean;
}

/** Headers used to route a request (MCP, Streamable HTTP). */
export interface RoutingHeaders {
  readonly accept?: string | undefined;
  readonly version?: string | undefined;
  readonly method?: string | undefined;
  readonly name?: string | undefined;
}

/**
 * Parses a plain call. Returns `undefined` for everything that the SDK might answer differently, so this is stricter
 * than the protocol.
 */
export function parsePlainCall(message: unknown, headers: RoutingHeaders): PlainCall | undefined {
  const { accept = '', version } = headers;
  if (!accept.includes('application/json') || !accept.includes('text/event-stream')) return undefined;
  const call = parseToolCall(message);
  if (!call || call.hasExtras) return undefined;
  if (version === MODERN) return parseModernCall(call, headers);
  if (version !== undefined && !OLDER.includes(version)) return undefined;
  return olderMeta.safeParse(call.meta).success ? extend(call, { isModern: false, canAsk: false }) : undefined;
}

function parseModernCall(call: ToolCall, { method, name }: RoutingHeaders): PlainCall | undefined {
  const { success, data } = modernMeta.safeParse(call.meta);
  if (!success || method !== 'tools/call' || name !== call.name) return undefined;
  return extend(call, { isModern: true, canAsk: data[CAPABILITIES_KEY].elicitation !== undefined });
}
