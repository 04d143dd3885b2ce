import type { CallContext, Context } from '../../calls/context.js';
import type { Callable, Effect } from '../../calls/define.js';
import type { ServiceName } from '../../calls/services.js';
import type { UcpAnswer } from '../answer.js';
import type { Session, UcpCaller } from '../session.js';

/** A protocol call as read by a binding. */
export interface UcpInput {
  /** Resource id from the route or arguments; empty if none. */
  readonly id: string;
  /** JSON; `undefined` without a body. */
  readonly body: unknown;
  /** SHA-256 of the request, by which a repeat is recognized; computed only if the call has an idempotency key. */
  digest(): string;
}

/** A call with its negotiated session. */
export interface UcpCall extends UcpInput {
  readonly session: Session;
}

interface Spec<Wanted, Used extends ServiceName> {
  /** Name of the operation in UCP and of its MCP tool. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /**
   * True if a tool call must have an idempotency key (UCP, MCP Binding); REST only recommends one. Defaults to false.
   */
  readonly needsKey?: boolean;
  /** True if every response is signed, even if the request was not. Defaults to false. */
  readonly isSigned?: boolean;
  /** Capability that both the site and the platform must support. */
  readonly capability: string;
  readonly effect: Effect;
  /** One call of this operation counts as this many calls toward the rate limit. Defaults to 1. */
  readonly weight?: number;
  /** Tool argument that corresponds to the REST body; absent if the operation has no body. */
  readonly payload?: 'checkout' | 'cart' | 'catalog';
  readonly rest: {
    readonly method: 'get' | 'post' | 'put';
    /** Path below the endpoint. */
    readonly path: string;
    /** HTTP status if the call created a resource. */
    readonly status?: 201;
  };
  /** @throws PortalError `invalid_request` */
  read(call: UcpCall): Wanted;
  /** Runs the operation. The type of `context` names the services that it uses. */
  readonly handle: (context: Context<Used>, session: Session, id: string, wanted: Wanted) => Promise<UcpAnswer>;
}

/** A UCP operation as seen by the bindings and `invoke`. */
export interface UcpOperation
  extends Pick<Spec<unknown, never>, 'name' | 'title' | 'description' | 'capability' | 'effect' | 'rest' | 'payload'> {
  readonly needsKey: boolean;
  readonly isSigned: boolean;
  readonly callable: Callable<UcpCaller, UcpInput>;
}

/** Declares an operation once, for all bindings. */
export function defineUcpOperation<Wanted, Used extends ServiceName = never>(spec: Spec<Wanted, Used>): UcpOperation {
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
  const prepare = (input: UcpInput, { session }: UcpCaller) => {
    const { id } = input;
    const call = { ...input, session };
    const wanted = spec.read(call);
    const { profile } = session.platform;
    return {
      fingerprint() {
        return [session.version.date, profile, call.digest()];
      },
      target: [id],
      weight,
      run: (context: CallContext) => spec.handle(context, session, id, wanted),
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
    // This name identifies the operation in stored responses, logs and traces.
    callable: { name: `ucp_${name}`, scope: 'commerce', effect, prepare },
  };
}
