import type { InputRequiredResult } from '@modelcontextprotocol/server';
import type { AnyAnswer } from '../calls/answer.js';
import { etagOf } from '../calls/etag.js';
import { PortalError } from '../domain/errors/portal-error.js';
import type { Caller } from '../domain/tenant/tenant.js';
import { required } from '../domain/values/required.js';
import { type CheckoutF, checkoutF } from '../schema/checkout.js';
import { dataOf } from '../schema/primitives.js';
import type { Person } from './person.js';
import type { PendingQuestion, SealedState } from './sealed-state.js';

type Args = Readonly<Record<string, unknown>>;

/** A payment call that may need a person's consent. */
export interface Completion {
  readonly args: Args;
  readonly person: Person;
  caller(): Promise<Caller>;
  /** Reads a checkout in full; without an id, the current cart. */
  read(checkoutId: unknown): Promise<AnyAnswer>;
}

/**
 * Either a question for the person, or the arguments to continue with. `ifMatch`: the ETag that the checkout must still
 * have.
 */
export type Confirmation =
  | { readonly args: Args; readonly ifMatch?: string }
  | { readonly question: InputRequiredResult };

const form = dataOf(checkoutF);

/**
 * The complete checkout. `now` contains those of its members that a question stores, so that a later change is noticed.
 */
interface ShownCheckout {
  readonly full: CheckoutF;
  readonly now: Omit<PendingQuestion, 'question'>;
}

/**
 * Asks the person to agree to the total if `expected_total` is omitted, or to visit the buyer's page if the checkout
 * waits for that (docs/mcp.md, Asking the person). If this fails, for example because there is no such checkout, the
 * call continues unchanged and is rejected for the same reason.
 * @throws PortalError `consent_declined`
 */
export async function confirmIfNeeded(states: SealedState, completion: Completion): Promise<Confirmation> {
  const { args, person } = completion;
  const wantsTotal = isAbsent(args.expected_total);
  if (!((wantsTotal && person.canFill) || person.canOpen)) return { args };
  try {
    return await confirm(states, completion, wantsTotal);
  } catch (error) {
    if (!(error instanceof PortalError) || error.code === 'consent_declined') throw error;
    return { args };
  }
}

async function confirm(states: SealedState, completion: Completion, wantsTotal: boolean): Promise<Confirmation> {
  const { args, person } = completion;
  const caller = await completion.caller();
  const asked = states.open(caller, person.state);
  // An answer belongs to the checkout of its question, even if another one is the current cart by now.
  const shown = toShownCheckout(
    await completion.read(isAbsent(args.checkout_id) ? asked?.checkout_id : args.checkout_id),
  );
  const { full, now } = shown;
  const isAbout = asked?.checkout_id === full.id ? asked : undefined;
  const ask = async (question: PendingQuestion['question']) => {
    // The SDK, which builds the question, is loaded by now: it receives the calls of clients that can ask.
    const { QUESTIONS } = await import('./questions.js');
    return { question: QUESTIONS[question](full, states.close(caller, { ...now, question })) };
  };
  if (full.status === 'requires_escalation' && person.canOpen && isAbout?.question !== 'visit') return ask('visit');
  if (!wantsTotal || !person.canFill) return { args };
  if (full.status === 'completed' || full.status === 'complete_in_progress') return withConsent(args, shown);
  // No consent was given. A wrong total makes sure that nothing is paid if the checkout becomes ready in the meantime.
  if (full.status !== 'ready_for_complete')
    return { args: { ...args, checkout_id: full.id, expected_total: now.total + 1 } };
  const answer = isStillAsked(isAbout, now) ? person.answer('pay') : undefined;
  if (answer === undefined) return ask('pay');
  if (answer === 'accept') return withConsent(args, shown);
  throw new PortalError('consent_declined', 'The person was asked to pay this total and did not agree.');
}

function toShownCheckout({ body, version }: AnyAnswer): ShownCheckout {
  const { data: full } = form.parse(body);
  const total = required(
    full.totals.find(({ type }) => type === 'total'),
    'total',
  ).amount;
  return { full, now: { checkout_id: full.id, version: required(version, 'version'), total } };
}

/**
 * True if the checkout is unchanged since the question: an answer is valid only for the checkout that the person saw.
 */
function isStillAsked(asked: PendingQuestion | undefined, { version, total }: ShownCheckout['now']): boolean {
  return asked?.question === 'pay' && asked.version === version && asked.total === total;
}

function withConsent(args: Args, { full, now }: ShownCheckout): Confirmation {
  return {
    args: { ...args, checkout_id: full.id, expected_total: now.total },
    ifMatch: etagOf(now.version),
  };
}

/**
 * True for a value that means an omitted member. Some clients send every member of a schema: null or "" if omitted.
 */
function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
