import { PortalError } from '../domain/errors/portal-error.js';
import type { Caller } from '../domain/tenant/tenant.js';
import { required } from '../domain/values/required.js';
import { assertRoom } from './answer-bytes.js';
import type { Call } from './call.js';
import { makeContext } from './call-context.js';
import type { CallContext } from './context.js';
import type { Callable, Prepared } from './define.js';
import { AnsweredElsewhere, Repeatable, type Reply } from './idempotency.js';
import { assertQueueIsShort, assertWithinLimit, makeGoneCheck, spendWeight } from './load-limits.js';
import type { Portal } from './portal.js';
import { Slices } from './slices.js';
import { Turns } from './turns.js';

/** A response and its caller. */
interface CallerReply<C extends Caller> extends Reply {
  readonly caller: C;
}

export type Invoke = <C extends Caller, Input>(
  operation: Callable<C, Input>,
  call: Call<C, Input>,
) => Promise<CallerReply<C>>;

/**
 * Runs an operation. Checks and their errors have the same order on every surface (docs/api.md, HTTP): 401, 403, 429,
 * 405/413/415, 400 for the form, idempotency, 404, 412, then 409, 400 and 402 of the operation.
 */
export function makeInvoke(portal: Portal): Invoke {
  const running = new Map<string, Running>();
  const turns = new Turns(() => portal.tally.accepted);
  return async (operation, call) => {
    const caller = await call.authenticate();
    call.onCaller?.(caller);
    authorize(caller, operation);
    assertWithinLimit(portal, caller);
    if (operation.effect !== 'read') assertQueueIsShort(portal);
    const assertWanted = makeGoneCheck(call, operation);
    assertWanted();
    const nextTurn = () => turns.next(caller);
    const slices = new Slices(nextTurn);
    const raw = await call.readInput(slices);
    assertWanted();
    const { prepareAgent } = operation;
    const prepared = call.byAgent && prepareAgent ? prepareAgent(raw) : operation.prepare(raw, caller);
    if (caller.buyer_problem) throw caller.buyer_problem;
    const now = portal.clock.now();
    if (prepared.weight > 1) {
      spendWeight(portal, caller, now, prepared.weight);
      await nextTurn();
      assertWanted();
    }
    const repeatable = await repeatableOf(portal, operation, call, caller, prepared, now, slices);
    const context = makeContext(portal, call, caller, now, repeatable, nextTurn);
    if (!repeatable) return { caller, answer: await prepared.run(context), replayed: false };
    return { caller, ...(await runOnce(portal, running, repeatable, prepared, context)) };
  };
}

/** A call with an idempotency key, in flight in this process. */
interface Running {
  readonly fingerprint: string;
  /** Removed at the end, since V8 keeps the values of a rehashed Map for long. */
  reply: Promise<Reply> | undefined;
}

/** Runs the call. A repeat, even of a call in flight, returns the first call's response (docs/api.md, Repeats). */
async function runOnce(
  portal: Portal,
  running: Map<string, Running>,
  repeatable: Repeatable,
  prepared: Prepared,
  context: CallContext,
): Promise<Reply> {
  const first = running.get(repeatable.id);
  if (first?.reply) {
    repeatable.assertSame(first.fingerprint);
    return { ...(await first.reply), replayed: true };
  }
  const reply = earlierOrRun(portal, repeatable, prepared, context);
  const own: Running = { fingerprint: repeatable.fingerprint, reply };
  running.set(repeatable.id, own);
  try {
    return await reply;
  } finally {
    running.delete(repeatable.id);
    own.reply = undefined;
  }
}

async function earlierOrRun(
  portal: Portal,
  repeatable: Repeatable,
  prepared: Prepared,
  context: CallContext,
): Promise<Reply> {
  const { store, clock, answerQuota } = portal;
  const earlier = () => repeatable.earlier(store, clock);
  const before = await repeatable.earlier(store, clock, (rows) => assertRoom(rows, context.caller.id, answerQuota));
  if (before) return before;
  try {
    const answer = await prepared.run(context);
    // If another process has stored a response in the meantime, that response is returned, even if this call wrote
    // nothing.
    return (repeatable.hasRecorded ? undefined : await earlier()) ?? { answer, replayed: false };
  } catch (error) {
    if (!(error instanceof AnsweredElsewhere)) throw error;
    return required(await earlier(), 'the answer that was recorded elsewhere');
  }
}

function authorize(caller: Caller, operation: Pick<Callable, 'name' | 'scope'>): void {
  if (caller.ucp_profiles && !caller.platform) {
    throw new PortalError('forbidden', 'This key is for a platform that buys over UCP, and works there alone.');
  }
  if (caller.scopes.has(operation.scope)) return;
  throw new PortalError('forbidden', `This key lacks the scope "${operation.scope}" that ${operation.name} needs.`);
}

const KEY_NEEDED =
  'is required; send a new one, such as a UUID, with each new call, and the same one when you repeat the call';

/**
 * Reads the idempotency key of a call that writes. Calls that only read ignore it, since they can be repeated.
 * @throws PortalError `invalid_request` if the key is malformed, or absent and needed
 */
async function repeatableOf(
  portal: Portal,
  operation: Omit<Callable, 'prepare' | 'prepareAgent'>,
  call: Pick<Call, 'idempotency'>,
  caller: Caller,
  prepared: Prepared,
  now: number,
  slices: Slices,
): Promise<Repeatable | undefined> {
  const { name, keys } = call.idempotency ?? { name: '', keys: [] };
  const [key] = keys;
  if (key === undefined && operation.needsKey) throw new PortalError('invalid_request', `${name}: ${KEY_NEEDED}`);
  if (key === undefined || operation.effect === 'read') return undefined;
  if (keys.length > 1) throw new PortalError('invalid_request', `${name}: must be sent only once`);
  if (key.length < 1 || key.length > 255) {
    throw new PortalError('invalid_request', `${name}: must be 1 to 255 characters`);
  }
  const { target } = prepared;
  const secretAnswer = operation.secretAnswer === true;
  const id = { caller, operation: operation.name, target, key, name, secretAnswer };
  return new Repeatable(id, await prepared.fingerprint(slices), portal.store.secret('fingerprints'), now);
}
