import type { z } from 'zod';
import type { ErrorCode } from '../domain/errors/portal-error.js';
import type { Scope } from '../domain/tenant/tenant.js';
import type { Answer } from './answer.js';
import type { Context } from './context.js';
import { inputError } from './input-error.js';

export type Effect = 'read' | 'write' | 'destructive';

export interface HttpBinding {
  readonly method: 'get' | 'post' | 'patch' | 'put' | 'delete';
  /** With `{name}` parts, as in the API document. */
  readonly path: string;
  /** Path part -> input member. */
  readonly parts?: Readonly<Record<string, string>>;
  /** Input members that come from the query string. */
  readonly query?: readonly string[];
  /** Bytes of the body at most, where it is not what others take. */
  readonly bodyLimit?: number;
  /** Refuse whole numbers that a double cannot hold, instead of signing others than were sent. */
  readonly exactNumbers?: boolean;
  /** Where the answer has another form than over MCP. */
  readonly output?: z.ZodType;
  /** OpenAPI operationId where it is not the name in camel case. */
  readonly operationId?: string;
}

export interface McpBinding {
  /** For agents: what it does, the units, and the tool to call next. */
  readonly description: string;
  /** Where agents may send less than the operation takes. */
  readonly input?: z.ZodObject;
  /** Announce the output schema; costs every client's context, so only where it pays. */
  readonly announceOutput?: boolean;
}

interface Spec<Input extends z.ZodObject, Output extends z.ZodType> {
  /** The one name: the MCP tool, and in camel case the OpenAPI operationId. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly scope: Scope;
  readonly effect: Effect;
  /** Calling it twice with the same arguments changes nothing more than once. */
  readonly idempotent: boolean;
  readonly input: Input;
  /** The code for a member of the right type but the wrong form, where it is not `invalid_request`. */
  readonly inputErrors?: Readonly<Record<string, ErrorCode>>;
  readonly output: Output;
  /** The answer holds a secret that is kept nowhere: for repeats it is kept sealed. */
  readonly secretAnswer?: boolean;
  /** Codes it can answer beside those that every operation can. */
  readonly errors: readonly ErrorCode[];
  readonly http?: HttpBinding;
  readonly mcp?: McpBinding;
  /** Arguments without secrets, for the idempotency fingerprint. */
  fingerprint?(input: z.output<Input>): unknown;
  handle(context: Context, input: z.output<Input>): Promise<Answer<z.input<Output>>>;
}

/** Arguments that have passed their form, bound to the handler. */
export interface Prepared {
  /** What an idempotency fingerprint is made of. */
  readonly fingerprint: unknown;
  run(context: Context): Promise<Answer>;
}

/** A declared operation, as the registry and every adapter see it. */
export interface Operation extends Omit<Spec<z.ZodObject, z.ZodType>, 'handle' | 'fingerprint'> {
  /** @throws PortalError when the arguments do not have the declared form */
  prepare(raw: unknown): Prepared;
  /**
   * Holds an agent's arguments against the narrower form of `mcp.input`, where there is one.
   * @throws PortalError
   */
  assertAgentInput(raw: unknown): void;
}

/** Declares an operation once; its route, tool, OpenAPI path and documentation are derived. */
export function defineOperation<Input extends z.ZodObject, Output extends z.ZodType>(
  spec: Spec<Input, Output>,
): Operation {
  const { handle, fingerprint, ...declared } = spec;
  const parse = <Schema extends z.ZodObject>(schema: Schema, raw: unknown): z.output<Schema> => {
    const parsed = schema.safeParse(raw);
    if (!parsed.success) throw inputError(parsed.error, raw, spec.inputErrors ?? {});
    return parsed.data;
  };
  return {
    ...declared,
    assertAgentInput(raw) {
      if (spec.mcp?.input) parse(spec.mcp.input, raw);
    },
    prepare(raw) {
      const input = parse(spec.input, raw);
      return {
        get fingerprint() {
          return fingerprint ? fingerprint(input) : input;
        },
        run: (context) => handle(context, input),
      };
    },
  };
}
