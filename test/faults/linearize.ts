import { isDeepStrictEqual } from 'node:util';

/**
 * Checks histories of concurrent calls for linearizability, by the search of Wing and Gong with the cache of Lowe: each
 * call must appear to take effect at one moment between its request and its response.
 */

/** A call. Times are nanoseconds of one monotonic clock. */
export interface Call<Input, Output> {
  readonly input: Input;
  /** `undefined` if the outcome is unknown: the call took effect at some time after it was sent, or never. */
  readonly output: Output | undefined;
  readonly sent: bigint;
  /** `undefined` if the outcome is unknown. */
  readonly answered: bigint | undefined;
}

/** An object as it would be if calls came one after the other. States are plain data, since they are compared as JSON. */
export interface Model<State, Input, Output> {
  readonly initial: State;
  /** Returns the state after a call, and the output of the call. */
  run(state: State, input: Input): readonly [State, Output];
}

export interface Linearization {
  readonly isFound: boolean;
  /** Indexes of calls in the order in which they can have taken effect; if `isFound` is false, the longest such order. */
  readonly order: readonly number[];
}

export function linearize<State, Input, Output>(
  model: Model<State, Input, Output>,
  calls: readonly Call<Input, Output>[],
): Linearization {
  const failed = new Set<string>();
  const order: number[] = [];
  let longest: readonly number[] = [];

  const search = (state: State, done: bigint): boolean => {
    if (order.length > longest.length) longest = [...order];
    const left = calls.flatMap((call, index) => ((done >> BigInt(index)) & 1n ? [] : [{ call, index }]));
    const horizon = earliest(left.map(({ call }) => call));
    if (horizon === undefined) return true;
    const key = `${done} ${JSON.stringify(state)}`;
    if (failed.has(key)) return false;
    for (const { call, index } of left) {
      if (call.sent > horizon) continue;
      const [after, output] = model.run(state, call.input);
      if (call.output !== undefined && !isDeepStrictEqual(call.output, output)) continue;
      order.push(index);
      if (search(after, done | (1n << BigInt(index)))) return true;
      order.pop();
    }
    failed.add(key);
    return false;
  };

  const isFound = search(model.initial, 0n);
  return { isFound, order: isFound ? order : longest };
}

/** Time of the first response; `undefined` if all outcomes are unknown. A call sent later cannot take effect next. */
function earliest(calls: readonly Pick<Call<unknown, unknown>, 'answered'>[]): bigint | undefined {
  let first: bigint | undefined;
  for (const { answered } of calls)
    if (answered !== undefined && (first === undefined || answered < first)) first = answered;
  return first;
}
