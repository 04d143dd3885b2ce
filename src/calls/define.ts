import type { z } from 'zod';
import type { ErrorCode } from '../domain/errors/portal-error.js';
import type { Caller, Scope } from '../domain/tenant/tenant.js';
import type { AgentAnswer } from './agent-answer.js';
import type { Answer, AnyAnswer } from './answer.js';
import type { CallContext, Context } from './context.js';
import type { AllParts, HttpBinding, HttpDeclaration } from './http-binding.js';
import { type InputErrors, inputError } from './input-error.js';
import type { ServiceName } from './services.js';
import type { Things } from './things.js';

export type Effect = 'read' | 'write' | 'destructive';

interface McpBinding {
  /** For agents: what the tool does, units, and the tool to call next. */
  readonly description: string;
  /** Where agents may send less than the operation takes. */
  readonly input?: z.ZodObject;
  /**
   * Present: agents may leave `checkout_id` out, and this finds the checkout that is meant. It runs after an earlier
   * answer of the same call was looked for.
   */
  readonly defaultCheckout?: (context: CallContext, input: Readonly<Record<string, unknown>>) => Promise<string>;
  /** What is announced instead of `input`, without members that only take up a model's context; they are accepted all the same. */
  readonly announced?: z.ZodObject;
  /** It may ask the person for what is left out, where the client can. */
  readonly asksPerson?: boolean;
  /** Absent: agents get the whole body. */
  readonly answer?: AgentAnswer;
}

/** The part of a declaration that every adapter and document reads. */
interface Declared {
  /** The one name: the MCP tool, and in camel case the OpenAPI operationId. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly scope: Scope;
  readonly effect: Effect;
  /** Calling it twice with the same arguments changes nothing more than once. */
  readonly idempotent: boolean;
  readonly input: z.ZodObject;
  /** The code for a member of the right type but the wrong form, where it is not `invalid_request`. */
  readonly inputErrors?: InputErrors;
  readonly output: z.ZodType;
  /** The answer holds a secret that is not stored; for repeats the answer is kept encrypted. */
  readonly secretAnswer?: boolean;
  /** Codes that it can answer besides those that every operation can. */
  readonly errors: readonly ErrorCode[];
  readonly http?: HttpBinding;
  readonly mcp?: McpBinding;
}

/** The name of a member of an input. */
type MemberOf<Input extends z.ZodObject> = keyof Input['shape'] & string;

/** A declaration, in which every name of a member is one of the input's, and every body is of its schema. */
interface Spec<
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Path extends string,
  HttpOutput extends z.ZodType,
  Used extends ServiceName,
> extends Declared {
  readonly input: Input;
  readonly inputErrors?: { readonly [Member in MemberOf<Input>]?: ErrorCode };
  readonly output: Output;
  readonly http?: HttpDeclaration<MemberOf<Input>, Path, HttpOutput>;
  readonly mcp?: McpBinding & { readonly answer?: AgentAnswer<z.input<Output>> };
  /**
   * The arguments of a valid call, which documents show and tests use. Ids of existing objects come from `things`; an
   * object that the call creates may have any id.
   */
  sample(things: Things): z.input<Input>;
  /** How many requests a call counts as in the rate limit: more than one for what costs more; such a call waits for its turn. */
  weight?(input: z.output<Input>): number;
  /** Arguments without secrets, for the idempotency fingerprint. */
  fingerprint?(input: z.output<Input>): unknown;
  /** The type of its context names the services that it uses, such as `Context<'view'>`. */
  readonly handle: (
    context: Context<Used>,
    input: z.output<Input>,
  ) => Promise<Answer<z.input<Output>, z.input<HttpOutput>>>;
}

/** Arguments that have passed their schema, bound to the handler. */
export interface Prepared {
  /** What the idempotency fingerprint is computed from. */
  readonly fingerprint: unknown;
  /** The members that the path names, in the path's order. */
  readonly target: readonly string[];
  /** How many requests it counts as. */
  readonly weight: number;
  run(context: CallContext): Promise<AnyAnswer>;
}

/** Everything that `invoke` needs of an operation, for callers of one kind. */
export interface Callable<C extends Caller = Caller, Input = unknown>
  extends Pick<Declared, 'name' | 'scope' | 'effect' | 'secretAnswer'> {
  /** @throws PortalError when the arguments do not have the declared form */
  readonly prepare: (input: Input, caller: C) => Prepared;
  /** The same for an agent's arguments. Omit where agents send what everybody sends. */
  readonly prepareAgent?: (input: Input) => Prepared;
}

/** A declared operation, as the registry and every adapter see it. */
export interface Operation extends Declared, Callable {
  /** The arguments of a valid call. */
  sample(things: Things): Readonly<Record<string, unknown>>;
  /** @throws PortalError when the arguments do not have the declared form */
  readonly prepare: (raw: unknown) => Prepared;
  /**
   * The same for an agent's arguments: held against the narrower form of `mcp.input` too, where there is one, and
   * `checkout_id` may be absent where there is a default.
   * @throws PortalError
   */
  readonly prepareAgent: (raw: unknown) => Prepared;
}

/** Stands for a `checkout_id` that was left out: in the fingerprint, and as the target of the call. */
const DEFAULT_CHECKOUT = 'default';

/** Declares an operation once; its route, tool, OpenAPI path and documentation are derived. */
export function defineOperation<
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Path extends string,
  HttpOutput extends z.ZodType = z.ZodNever,
  Used extends ServiceName = never,
>(spec: Spec<Input, Output, Path, HttpOutput, Used> & { readonly http?: AllParts<Path> }): Operation {
  const { handle, fingerprint, sample, weight, ...declared }: Spec<Input, Output, Path, HttpOutput, Used> = spec;
  const parse = <Schema extends z.ZodObject>(schema: Schema, raw: unknown): z.output<Schema> => {
    const parsed = schema.safeParse(raw);
    if (!parsed.success) throw inputError(parsed.error, raw, spec.inputErrors ?? {}, schema);
    return parsed.data;
  };
  const pathMembers = Object.values<string>(spec.http?.parts ?? {});
  const bound = (raw: unknown, run: (context: CallContext, input: z.output<Input>) => Promise<AnyAnswer>): Prepared => {
    const input = parse(spec.input, raw);
    return {
      get fingerprint() {
        return fingerprint ? fingerprint(input) : input;
      },
      target: pathMembers.map((member) => String(memberOf(input, member))),
      weight: weight?.(input) ?? 1,
      run: (context) => run(context, input),
    };
  };
  return {
    ...declared,
    sample: (things) => sample(things),
    prepare: (raw) => bound(raw, handle),
    prepareAgent(raw) {
      const { input: narrower, defaultCheckout } = spec.mcp ?? {};
      const isNamed = !defaultCheckout || typeof raw !== 'object' || raw === null || 'checkout_id' in raw;
      const named = isNamed ? raw : { ...raw, checkout_id: DEFAULT_CHECKOUT };
      if (narrower) parse(narrower, named);
      if (isNamed) return bound(named, handle);
      return bound(named, async (context, input) => {
        const checkout_id = await defaultCheckout(context, input);
        return handle(context, parse(spec.input, { ...raw, checkout_id }));
      });
    },
  };
}

function memberOf(input: Readonly<Record<string, unknown>>, member: string): unknown {
  return input[member];
}
