import type { z } from 'zod';

/** The route of an operation, as adapters and documents read it. */
export interface HttpBinding {
  readonly method: 'get' | 'post' | 'patch' | 'put' | 'delete';
  /** With `{name}` parts, as in the API document. */
  readonly path: string;
  /** Path part -> input member. */
  readonly parts?: Readonly<Record<string, string>>;
  /** Input members that come from the query string. */
  readonly query?: readonly string[];
  /** Limit of the body in bytes, where it is not the default. */
  readonly bodyLimit?: number;
  /** The body is a JSON Merge Patch, and may say so with its content type (RFC 7396). */
  readonly mergePatch?: boolean;
  /** The body may be bytes of one of these content types: then this member is their Base64. */
  readonly rawBody?: { readonly member: string; readonly types: readonly string[] };
  /** Refuse whole numbers that a double cannot hold, since rounding would change what was signed. */
  readonly exactNumbers?: boolean;
  /** Other forms of a successful answer, by the media type that `Accept` asks for; JSON is the first choice. */
  readonly formats?: Readonly<Record<string, AnswerFormat>>;
  /** Where the answer has another form than over MCP. */
  readonly output?: z.ZodType;
  /** OpenAPI operationId where it is not the name in camel case. */
  readonly operationId?: string;
}

/** Another form of an answer. */
export interface AnswerFormat {
  /** The media type with its parameters. */
  readonly contentType: string;
  bytes(body: unknown): Uint8Array;
}

/** The names of the `{name}` parts of a path. */
type PartsOf<Path extends string> = Path extends `${string}{${infer Part}}${infer Rest}` ? Part | PartsOf<Rest> : never;

/** The same as an operation declares it: parts and query name members of its input, and the parts are those of the path. */
export interface HttpDeclaration<Member extends string, Path extends string, Output extends z.ZodType>
  extends HttpBinding {
  readonly path: Path;
  readonly parts?: { readonly [Part in PartsOf<Path>]: Member };
  readonly query?: readonly Member[];
  readonly output?: Output;
}

/** `parts` is required for a path with parts, and absent for one without. */
export type AllParts<Path extends string> = [PartsOf<Path>] extends [never]
  ? { readonly parts?: never }
  : { readonly parts: unknown };
