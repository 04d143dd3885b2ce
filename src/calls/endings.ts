import type { Decision, IdempotencyRecord, Rows, Wanted, Write } from '../ports.js';
import type { AnswerDecision, Context } from './context.js';
import type { Repeatable } from './idempotency.js';
import { renderAnswer } from './render-answer.js';

type Answered<Body, HttpBody> = Pick<AnswerDecision<Body, HttpBody>, 'answer'> & {
  /** True if the response is stored for repeats. */
  readonly recorded: boolean;
};

/** Returns the members of a context that end its call with a write. `repeatable`: absent without an idempotency key. */
export function makeEndings(write: Context['step'], repeatable?: Repeatable): Pick<Context, 'update' | 'updateOrStep'> {
  const hints: readonly Wanted[] = repeatable ? [['get', 'idempotency', repeatable.id]] : [];
  const finish = <Body, HttpBody>({ answer, recorded }: Answered<Body, HttpBody>) => {
    if (recorded) repeatable?.keep();
    return renderAnswer(answer);
  };
  return {
    async update(decide, ...expected) {
      const decideOnce = (rows: Rows) => {
        const before = repeatable?.before(rows);
        return answeredBy(decide(rows), repeatable, before);
      };
      return finish(await write(decideOnce, ...hints, ...expected));
    },
    async updateOrStep<Body, R>(decide: (rows: Rows) => AnswerDecision<Body> | Decision<R>, ...expected: Wanted[]) {
      const decideOnce = (rows: Rows): Decision<Answered<Body, never> | { readonly result: R }> => {
        const before = repeatable?.before(rows);
        const decision = decide(rows);
        if ('answer' in decision) return answeredBy(decision, repeatable, before);
        return { writes: decision.writes, result: { result: decision.result } };
      };
      const ended = await write(decideOnce, ...hints, ...expected);
      return 'result' in ended ? ended : { answer: finish(ended) };
    },
  };
}

/** Adds the writes that store the response for repeats, if the call can be repeated. */
function answeredBy<Body, HttpBody>(
  decision: AnswerDecision<Body, HttpBody>,
  repeatable: Repeatable | undefined,
  before: IdempotencyRecord | undefined,
): Decision<Answered<Body, HttpBody>> {
  if (!repeatable) return { writes: decision.writes, result: { answer: decision.answer, recorded: false } };
  return asResult(repeatable.record(before, decision));
}

/** Makes a decision the result of its own transaction. */
export function asResult<D extends { readonly writes: readonly Write[] }>(decision: D): Decision<D> {
  return { writes: decision.writes, result: decision };
}
