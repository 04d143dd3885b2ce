import type { Answered } from '../support/portal.js';
import type { Result } from './history-models.js';
import { type Attempt, mayHaveEffect } from './history-sender.js';
import { type Call, linearize, type Model } from './linearize.js';
import { type RecordedCall, timelineOf } from './timeline.js';

/** A call by a client, and its repeats. */
export interface Made<Input> {
  readonly client: number;
  readonly input: Input;
  readonly attempts: readonly Attempt[];
}

/** Counts of recorded calls. */
export interface Counts {
  readonly calls: number;
  /** Calls that were in flight together with another one on the same object. */
  readonly overlapping: number;
  /** Calls that were sent more than once. */
  readonly repeated: number;
  /** Calls whose outcome stayed unknown. */
  readonly unknown: number;
}

/** An object whose calls are not linearizable. */
export interface Violation {
  readonly object: string;
  readonly timeline: string;
}

/** An object of a history, with all calls on it. */
export class HistoryObject<State, Input, Seen> {
  readonly calls: RecordedCall<Input, Result<Seen>>[] = [];
  /** Changes that no call made, such as orders that the portal enters in the log. */
  private readonly own: RecordedCall<Input, Result<Seen>>[] = [];
  private readonly name: string;
  private readonly model: Model<State, Input, Result<Seen>>;

  constructor(name: string, model: Model<State, Input, Result<Seen>>) {
    this.name = name;
    this.model = model;
  }

  /**
   * Records a call that was sent once, or several times so that it must take effect at most once. An attempt that failed
   * had no effect and is a call of its own; all others are one call. `read` gets successful responses. Returns the
   * first of these.
   */
  record({ client, input, attempts }: Made<Input>, read: (answer: Answered) => Seen): Answered | undefined {
    const add = (some: readonly Attempt[], output: Result<Seen> | undefined) =>
      this.calls.push({ client, portals: some.map(({ portal }) => portal), input, output, ...timesOf(some) });
    for (const attempt of attempts) if (!mayHaveEffect(attempt)) add([attempt], { error: errorOf(attempt) });
    const others = attempts.filter(mayHaveEffect);
    const [first, ...repeats] = others.flatMap(({ answer }) => answer ?? []);
    if (others.length > 0) add(others, first && { seen: read(first) });
    // No model has this error, so different responses are found with all other violations.
    for (const repeat of repeats)
      if (first && shown(first, read) !== shown(repeat, read))
        add(others, { error: `repeats got ${shown(first, read)} and ${shown(repeat, read)}` });
    return first;
  }

  /** Records something that the portal did by itself, at any time after `sent`. */
  recordOwn(input: Input, seen: Seen, sent: bigint): void {
    this.own.push({ client: undefined, portals: [], input, output: { seen }, sent, answered: undefined });
  }

  violation(): Violation | undefined {
    const all = [...this.calls, ...this.own];
    const { isFound, order } = linearize(this.model, all);
    return isFound ? undefined : { object: this.name, timeline: timelineOf(all, order) };
  }

  counts(): Counts {
    const { calls } = this;
    return {
      calls: calls.length,
      overlapping: calls.filter((one) => calls.some((other) => other !== one && overlap(one, other))).length,
      repeated: calls.filter(({ portals }) => portals.length > 1).length,
      unknown: calls.filter(({ output }) => output === undefined).length,
    };
  }
}

/** The effect can begin with the first attempt, and has ended with the first response. */
function timesOf(attempts: readonly Attempt[]): { readonly sent: bigint; readonly answered: bigint | undefined } {
  const first = (times: readonly bigint[]) => times.reduce((one, other) => (other < one ? other : one));
  const answered = attempts.flatMap(({ answer, ended }) => (answer ? [ended] : []));
  return {
    sent: first(attempts.map(({ sent }) => sent)),
    answered: answered.length > 0 ? first(answered) : undefined,
  };
}

function errorOf({ answer }: Attempt): string {
  return answer?.json?.error ?? `status ${answer?.status}`;
}

/** The part of a response that is the same at each portal, which have different addresses. */
function shown(answer: Answered, read: (answer: Answered) => unknown): string {
  const { id, data } = answer.json;
  return JSON.stringify([id ?? data.id, answer.headers.get('etag'), read(answer)]);
}

type Times = Pick<Call<unknown, unknown>, 'sent' | 'answered'>;

function overlap(one: Times, other: Times): boolean {
  const begunBefore = (a: Times, b: Times) => b.answered === undefined || a.sent <= b.answered;
  return begunBefore(one, other) && begunBefore(other, one);
}
