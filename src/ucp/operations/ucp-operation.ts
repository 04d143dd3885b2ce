import type { CallContext, Context } from '../../calls/context.js';
import type { Callable, Effect } from '../../calls/define.js';
import type { ServiceName } from '../../calls/services.js';
import type { UcpAnswer } from '../answer.js';
import type { Session, UcpCaller } from '../session.js';

/** One call of the protocol, as a binding has read it. */
export interface UcpInput {
  /** Of the resource that the route or the arguments name; '' = none. */
  readonly id: string;
  /** JSON; undefined = there is no body. */
  readonly body: unknown;
  /** SHA-256 of what was sent, by which repeats are compared; computed only for a call that may be one. */
  digest(): string;
}

/** The same with what was negotiated for it. */
export interface UcpCall extends UcpInput {
  readonly session: Session;
}

interface Spec<Wanted, Used extends ServiceName> {
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
  /** The type of its context names the services that it uses. */
  readonly handle: (context: Context<Used>, session: Session, id: string, wanted: Wanted) => Promise<UcpAnswer>;
}

/** An operation of UCP: what the bindings need, and what `invoke` runs. */
export interface UcpOperation
  extends Pick<Spec<unknown, never>, 'name' | 'title' | 'description' | 'capability' | 'effect' | 'rest' | 'payload'> {
  readonly needsKey: boolean;
  readonly isSigned: boolean;
  readonly callable: Callable<UcpCaller, UcpInput>;
}

/** Declares an operation once for all bindings. */
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
      get fingerprint() {
        return [session.version.date, profile, spec.fingerprint ? spec.fingerprint(wanted) : call.digest()];
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
    // The name under which its answers are stored for repeats, and that the log and the traces show.
    callable: { name: `ucp_${name}`, scope: 'commerce', effect, prepare },
  };
}
