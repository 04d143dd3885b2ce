import type { z } from 'zod';
import type { ErrorCode } from '../domain/errors/portal-error.js';
import type { Caller, Scope } from '../domain/tenant/tenant.js';
import { once } from '../domain/values/once.js';
import { withoutAbsentTexts } from './absent-texts.js';
import type { AgentAnswer } from './agent-answer.js';
import type { Answer, AnyAnswer } from './answer.js';
import type { CallContext, Context } from './context.js';
import type { AllParts, HttpBinding, HttpDeclaration } from './http-binding.js';
import { type InputErrors, inputError } from './input-error.js';
import { type InputForm, inputFormOf } from './input-form.js';
import type { ServiceName } from './services.js';
import type { Slices } from './slices.js';
import type { Things } from './things.js';

export type Effect = 'read' | 'write' | 'destructive';

interface McpBinding {
  /** Description for agents: purpose, units, and which tool to call next. */
  readonly description: string;
  /** Schema of an agent's arguments, if it differs from the operation's. Agents may then send fewer members. */
  readonly input?: z.ZodObject;
  /** Finds the intended checkout, if agents may omit `checkout_id`. Runs only if no stored response was found. */
  readonly defaultCheckout?: (context: CallContext, input: Readonly<Record<string, unknown>>) => Promise<string>;
  /**
   * Schema published instead of `input`. It omits members that would waste a model's context; they are still accepted.
   */
  readonly announced?: z.ZodObject;
  /** True if the tool may ask the user for omitted values, provided that the client supports this. */
  readonly asksPerson?: boolean;
  /** Response for agents. Defaults to the complete body. */
  readonly answer?: AgentAnswer;
}

/** Part of a declaration that the adapters and the generator of documents read. */
interface Declared {
  /** Name of the operation and its MCP tool. In camel case, it is the OpenAPI operationId, unless `http` sets one. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly scope: Scope;
  readonly effect: Effect;
  /** True if a repeat with the same arguments has no further effect. */
  readonly idempotent: boolean;
  /** True if each call must have an idempotency key, since a repeat without one would do everything again. */
  readonly needsKey?: true;
  readonly input: z.ZodObject;
  /** Error codes for members of the right type but the wrong form. Defaults to `invalid_request`. */
  readonly inputErrors?: InputErrors;
  readonly output: z.ZodType;
  /**
   * True if the response contains a secret that is not stored elsewhere. The response stored for repeats is then
   * encrypted.
   */
  readonly secretAnswer?: boolean;
  /** Error codes, in addition to those that every operation shares. */
  readonly errors: readonly ErrorCode[];
  readonly http?: HttpBinding;
  readonly mcp?: McpBinding;
}

/** Name of an input member. */
type MemberOf<Input extends z.ZodObject> = keyof Input['shape'] & string;

/** A declaration. The compiler checks its member names and bodies against the schemas. */
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
   * Arguments of a valid call, for documents and tests. Ids of existing objects come from `things`; new objects may
   * have any id.
   */
  sample(things: Things): z.input<Input>;
  /** The rate limit counts the call as this many requests. A call that counts as several also waits for its turn. */
  weight?(input: z.output<Input>): number;
  /** Returns the JSON value, made of the arguments, by which repeats are compared. Defaults to the input. */
  fingerprint?(input: z.output<Input>, slices: Slices): unknown;
  /**
   * Input member whose list may be too long to read in one event-loop turn. The handler applies `withoutAbsentTexts` to
   * its entries in slices.
   */
  readonly rows?: MemberOf<Input>;
  /** The type of `context` names the services that the handler uses, such as `Context<'view'>`. */
  readonly handle: (
    context: Context<Used>,
    input: z.output<Input>,
  ) => Promise<Answer<z.input<Output>, z.input<HttpOutput>>>;
}

/** A call's validated arguments, bound to the handler. */
export interface Prepared {
  /** Value by which repeats of the call are compared. */
  fingerprint(slices: Slices): unknown;
  /** Values of the members in the path, in path order. */
  readonly target: readonly string[];
  /** The rate limit counts the call as this many requests. */
  readonly weight: number;
  run(context: CallContext): Promise<AnyAnswer>;
}

/** The parts of an operation that `invoke` needs, for one kind of caller. */
export interface Callable<C extends Caller = Caller, Input = unknown>
  extends Pick<Declared, 'name' | 'scope' | 'effect' | 'needsKey' | 'secretAnswer'> {
  /** @throws PortalError when the arguments are invalid */
  readonly prepare: (input: Input, caller: C) => Prepared;
  /** Prepares the arguments of an agent's call. Defaults to `prepare`. */
  readonly prepareAgent?: (input: Input) => Prepared;
}

/** A declared operation as seen by the registry and the adapters. */
export interface Operation extends Declared, Callable {
  /** Arguments of a valid call. */
  sample(things: Things): Readonly<Record<string, unknown>>;
  /** @throws PortalError when the arguments are invalid */
  readonly prepare: (raw: unknown) => Prepared;
  /**
   * Prepares the arguments of an agent's call: `mcp.input` validates them first if it is set, and `checkout_id` may be
   * omitted if there is a default.
   * @throws PortalError when the arguments are invalid
   */
  readonly prepareAgent: (raw: unknown) => Prepared;
}

/** An operation as its own file exports it. */
export interface DefinedOperation<Body, HttpBody, Used extends ServiceName> extends Operation {
  /**
   * Validates the arguments and runs the handler in a context that has only the services it uses, without the checks of
   * a call (calls/invoke.ts). Commands use it.
   * @throws PortalError when the arguments are invalid
   */
  readonly run: (context: Context<Used>, raw: unknown) => Promise<Answer<Body, HttpBody>>;
}

/** Stands for an omitted `checkout_id` in the fingerprint and the target of a call. */
const DEFAULT_CHECKOUT = 'default';

/** Declares an operation. Its route, MCP tool, OpenAPI path and documentation are derived from the declaration. */
export function defineOperation<
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Path extends string,
  HttpOutput extends z.ZodType = z.ZodNever,
  Used extends ServiceName = never,
>(
  spec: Spec<Input, Output, Path, HttpOutput, Used> & { readonly http?: AllParts<Path> },
): DefinedOperation<z.input<Output>, z.input<HttpOutput>, Used> {
  const { handle, fingerprint, sample, weight, rows, ...declared }: Spec<Input, Output, Path, HttpOutput, Used> = spec;
  const parse = <Schema extends z.ZodObject>(schema: Schema, raw: unknown): z.output<Schema> => {
    const parsed = schema.safeParse(raw);
    if (!parsed.success) throw inputError(parsed.error, raw, spec.inputErrors ?? {}, schema);
    return parsed.data;
  };
  const form = once(() => formWithout(inputFormOf(spec.input), rows));
  const pathMembers = Object.values<string>(spec.http?.parts ?? {});
  const bound = (raw: unknown, run: (context: CallContext, input: z.output<Input>) => Promise<AnyAnswer>): Prepared => {
    const input = parse(spec.input, raw);
    return {
      fingerprint: (slices) => (fingerprint ? fingerprint(input, slices) : input),
      target: pathMembers.map((member) => String(memberOf(input, member))),
      weight: weight?.(input) ?? 1,
      run: (context) => run(context, input),
    };
  };
  return {
    ...declared,
    sample: (things) => sample(things),
    run: async (context, raw) => handle(context, parse(spec.input, raw)),
    prepare: (raw) => bound(withoutAbsentTexts(raw, form()), handle),
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

function formWithout(form: InputForm, rows: string | undefined): InputForm {
  return rows === undefined ? form : { ...form, members: new Map([...form.members].filter(([name]) => name !== rows)) };
}

function memberOf(input: Readonly<Record<string, unknown>>, member: string): unknown {
  return input[member];
}
