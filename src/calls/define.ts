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
  /** For agents: purpose, units, and the tool to call next. */
  readonly description: string;
  /** Set where agents may send less than the operation accepts. */
  readonly input?: z.ZodObject;
  /**
   * Present if agents may omit `checkout_id`: finds the intended checkout. Runs after the search for a stored response.
   */
  readonly defaultCheckout?: (context: CallContext, input: Readonly<Record<string, unknown>>) => Promise<string>;
  /** Schema advertised instead of `input`. It hides members that waste a model's context; they are still accepted. */
  readonly announced?: z.ZodObject;
  /** True if it may ask the person for omitted values, where the client can. */
  readonly asksPerson?: boolean;
  /** Defaults to the complete body. */
  readonly answer?: AgentAnswer;
}

/** Part of a declaration that adapters and documents read. */
interface Declared {
  /** The only name: the MCP tool, and in camel case the OpenAPI operationId. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly scope: Scope;
  readonly effect: Effect;
  /** True if repeating it with the same arguments changes nothing further. */
  readonly idempotent: boolean;
  readonly input: z.ZodObject;
  /** Codes for members of the right type and wrong form; defaults to `invalid_request`. */
  readonly inputErrors?: InputErrors;
  readonly output: z.ZodType;
  /** True if the response contains a secret that is not stored; it is then stored encrypted for repeats. */
  readonly secretAnswer?: boolean;
  /** Error codes in addition to those of every operation. */
  readonly errors: readonly ErrorCode[];
  readonly http?: HttpBinding;
  readonly mcp?: McpBinding;
}

/** Name of an input member. */
type MemberOf<Input extends z.ZodObject> = keyof Input['shape'] & string;

/** A declaration whose member names and bodies the compiler checks against the schemas. */
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
   * Arguments of a valid call, for documents and tests. Ids of existing objects come from `things`; created objects may
   * have any id.
   */
  sample(things: Things): z.input<Input>;
  /** Requests counted for a call in the rate limit. Calls that count more than once wait for their turn. */
  weight?(input: z.output<Input>): number;
  /** JSON form of the arguments that repeats are compared by. Defaults to the input. */
  fingerprint?(input: z.output<Input>, slices: Slices): unknown;
  /** List whose entries the handler reads by `withoutAbsentTexts`, in slices: it may be too long to be read at once. */
  readonly rows?: MemberOf<Input>;
  /** The type of its context names the services that it uses, such as `Context<'view'>`. */
  readonly handle: (
    context: Context<Used>,
    input: z.output<Input>,
  ) => Promise<Answer<z.input<Output>, z.input<HttpOutput>>>;
}

/** Validated arguments, bound to the handler. */
export interface Prepared {
  /** Input of the idempotency fingerprint. */
  fingerprint(slices: Slices): unknown;
  /** Members named by the path, in path order. */
  readonly target: readonly string[];
  /** Requests it counts as. */
  readonly weight: number;
  run(context: CallContext): Promise<AnyAnswer>;
}

/** Everything `invoke` needs of an operation, for one kind of caller. */
export interface Callable<C extends Caller = Caller, Input = unknown>
  extends Pick<Declared, 'name' | 'scope' | 'effect' | 'secretAnswer'> {
  /** @throws PortalError when the arguments are invalid */
  readonly prepare: (input: Input, caller: C) => Prepared;
  /** Prepares an agent's arguments. Defaults to `prepare`. */
  readonly prepareAgent?: (input: Input) => Prepared;
}

/** A declared operation, as registry and adapters see it. */
export interface Operation extends Declared, Callable {
  /** Arguments of a valid call. */
  sample(things: Things): Readonly<Record<string, unknown>>;
  /** @throws PortalError when the arguments are invalid */
  readonly prepare: (raw: unknown) => Prepared;
  /**
   * Prepares an agent's arguments: validated against `mcp.input` too, if present, and with an optional `checkout_id`
   * where there is a default.
   * @throws PortalError
   */
  readonly prepareAgent: (raw: unknown) => Prepared;
}

/** Replaces an omitted `checkout_id` in the fingerprint and target of a call. */
const DEFAULT_CHECKOUT = 'default';

/** Declares an operation once; its route, tool, OpenAPI path and documentation are derived. */
export function defineOperation<
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Path extends string,
  HttpOutput extends z.ZodType = z.ZodNever,
  Used extends ServiceName = never,
>(spec: Spec<Input, Output, Path, HttpOutput, Used> & { readonly http?: AllParts<Path> }): Operation {
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
