import type { z } from 'zod';

/** Route of an operation. The adapters and the generator of documents read it. */
export interface HttpBinding {
  readonly method: 'get' | 'post' | 'patch' | 'put' | 'delete';
  /** Path template with `{name}` segments, as in the API document. */
  readonly path: string;
  /** Input member that each path segment sets. */
  readonly parts?: Readonly<Record<string, string>>;
  /** Input members read from the query string. */
  readonly query?: readonly string[];
  /** Maximum length of the body in bytes. Defaults to the limit of all routes. */
  readonly bodyLimit?: number;
  /** True if the body is a JSON Merge Patch. Its content type may then be that of RFC 7396. */
  readonly mergePatch?: boolean;
  /** Content types of bodies that are sent as raw bytes, and the input member that receives them as Base64. */
  readonly rawBody?: { readonly member: string; readonly types: readonly string[] };
  /** True to reject integers that a double cannot hold exactly, since rounding would change signed content. */
  readonly exactNumbers?: boolean;
  /** Response formats that `Accept` may request, by media type. JSON is the default and not listed. */
  readonly formats?: Readonly<Record<string, AnswerFormat>>;
  /**
   * True to compress large responses. Only for responses without an ETag and without secrets, personal data included:
   * their length would reveal parts of them to someone who can add text to them (BREACH).
   */
  readonly compressed?: true;
  /** Schema of the HTTP response's body, if it differs from the operation's `output`. */
  readonly output?: z.ZodType;
  /** OpenAPI operationId. Defaults to the operation's name in camel case. */
  readonly operationId?: string;
}

/** A response format other than JSON. */
export interface AnswerFormat {
  /** Media type, including parameters. */
  readonly contentType: string;
  bytes(body: unknown): Uint8Array;
}

/** Names of the `{name}` segments in a path. */
type PartsOf<Path extends string> = Path extends `${string}{${infer Part}}${infer Rest}` ? Part | PartsOf<Rest> : never;

/** A declared route. The compiler checks that path segments and query names refer to input members. */
export interface HttpDeclaration<Member extends string, Path extends string, Output extends z.ZodType>
  extends HttpBinding {
  readonly path: Path;
  readonly parts?: { readonly [Part in PartsOf<Path>]: Member };
  readonly query?: readonly Member[];
  readonly output?: Output;
}

/** Requires `parts` if the path has segments, and forbids it otherwise. */
export type AllParts<Path extends string> = [PartsOf<Path>] extends [never]
  ? { readonly parts?: never }
  : { readonly parts: unknown };
