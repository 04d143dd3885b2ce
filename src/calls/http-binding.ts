import type { z } from 'zod';

/** Route of an operation, for adapters and documents. */
export interface HttpBinding {
  readonly method: 'get' | 'post' | 'patch' | 'put' | 'delete';
  /** Contains `{name}` segments, as in the API document. */
  readonly path: string;
  /** Path segment to input member. */
  readonly parts?: Readonly<Record<string, string>>;
  /** Input members from the query string. */
  readonly query?: readonly string[];
  /** Body limit in bytes; defaults to that of all routes. */
  readonly bodyLimit?: number;
  /** True if the body is a JSON Merge Patch, which its content type may state (RFC 7396). */
  readonly mergePatch?: boolean;
  /** Content types of bodies sent as bytes, and the member that holds their Base64. */
  readonly rawBody?: { readonly member: string; readonly types: readonly string[] };
  /** True to reject integers that a double cannot hold, since rounding would change signed content. */
  readonly exactNumbers?: boolean;
  /** Other response formats by media type for `Accept`; JSON comes first. */
  readonly formats?: Readonly<Record<string, AnswerFormat>>;
  /** Output schema where it differs from MCP's. */
  readonly output?: z.ZodType;
  /** OpenAPI operationId; defaults to the name in camel case. */
  readonly operationId?: string;
}

/** Another response format. */
export interface AnswerFormat {
  /** Media type with parameters. */
  readonly contentType: string;
  bytes(body: unknown): Uint8Array;
}

/** Names of a path's `{name}` segments. */
type PartsOf<Path extends string> = Path extends `${string}{${infer Part}}${infer Rest}` ? Part | PartsOf<Rest> : never;

/** The declared form: segments and query name input members, and the segments are those of the path. */
export interface HttpDeclaration<Member extends string, Path extends string, Output extends z.ZodType>
  extends HttpBinding {
  readonly path: Path;
  readonly parts?: { readonly [Part in PartsOf<Path>]: Member };
  readonly query?: readonly Member[];
  readonly output?: Output;
}

/** Requires `parts` for a path with segments, and forbids it otherwise. */
export type AllParts<Path extends string> = [PartsOf<Path>] extends [never]
  ? { readonly parts?: never }
  : { readonly parts: unknown };
