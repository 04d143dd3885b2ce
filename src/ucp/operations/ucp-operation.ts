import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import type { Effect, Operation } from '../../calls/define.js';
import type { UcpAnswer } from '../answer.js';
import type { Session } from '../session.js';

/** One call of the protocol, as a binding hands it over. */
export interface UcpCall {
  readonly session: Session;
  /** Of the resource that the route or the arguments name; '' = none. */
  readonly id: string;
  /** JSON; undefined = there is no body. */
  readonly body: unknown;
  /** SHA-256 of what was sent, by which repeats are compared; computed only for a call that may be one. */
  digest(): string;
}

interface Spec<Wanted> {
  /** The operation's name in UCP, which is also that of its tool. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** True: a tool call must have an idempotency key (UCP, MCP Binding); over REST it is asked for. Default: false. */
  readonly needsKey?: boolean;
  /** True: every answer is signed, not only those to signed requests. Default: false. */
  readonly isSigned?: boolean;
  /** The capability without which it cannot be called. */
  readonly capability: string;
  readonly effect: Effect;
  /** As many ordinary calls it costs. Default: 1. */
  readonly weight?: number;
  /** What the arguments of its tool call the body of its route; absent = it has none. */
  readonly payload?: 'checkout' | 'cart' | 'catalog';
  readonly rest: {
    readonly method: 'get' | 'post' | 'put';
    /** Below the endpoint. */
    readonly path: string;
    /** The status of an answer with a new resource. */
    readonly status?: 201;
  };
  /** @throws PortalError `invalid_request` */
  read(call: UcpCall): Wanted;
  /** What repeats are compared by instead of the bytes: where the body holds credentials. */
  fingerprint?(wanted: Wanted): unknown;
  handle(context: Context, session: Session, id: string, wanted: Wanted): Promise<UcpAnswer>;
}

/** An operation of UCP: what the bindings need, and the operation that `invoke` runs. */
export interface UcpOperation
  extends Pick<Spec<unknown>, 'name' | 'title' | 'description' | 'capability' | 'effect' | 'rest' | 'payload'> {
  readonly needsKey: boolean;
  readonly isSigned: boolean;
  readonly operation: Operation;
  /** The input of the operation for a call. */
  input(call: UcpCall): object;
}

/** Declares an operation once for all bindings. */
export function defineUcpOperation<Wanted>(spec: Spec<Wanted>): UcpOperation {
  const {
    name,
    title,
    description,
    capability,
    rest,
    effect,
    payload,
    weight = 1,
    needsKey = false,
    isSigned = false,
  } = spec;
  const calls = new WeakMap<object, UcpCall>();
  const prepare = (raw: unknown) => {
    const call = typeof raw === 'object' && raw !== null ? calls.get(raw) : undefined;
    if (!call) throw new Error(`${name} was called without a session`);
    const { session, id } = call;
    const wanted = spec.read(call);
    const { profile } = session.platform;
    return {
      get fingerprint() {
        return [session.version.date, profile, spec.fingerprint ? spec.fingerprint(wanted) : call.digest()];
      },
      target: [id],
      weight,
      run: (context: Context) => spec.handle(context, session, id, wanted),
    };
  };
  return {
    name,
    title,
    description,
    capability,
    effect,
    needsKey,
    isSigned,
    rest,
    ...(payload !== undefined && { payload }),
    input(call) {
      const handle = {};
      calls.set(handle, call);
      return handle;
    },
    operation: {
      name: `ucp_${name}`,
      title,
      description,
      scope: 'commerce',
      effect,
      idempotent: effect === 'read',
      input: z.strictObject({}),
      output: z.looseObject({}),
      errors: [],
      sample: () => ({}),
      prepare,
      prepareAgent: prepare,
    },
  };
}
