import { type CounterWrite, StoreConflict } from '../ports.js';

type CounterAddition = Extract<CounterWrite, { readonly type: 'add' }>;

/**
 * Returns the value of a counter after an addition. `before`: `undefined` if the counter is absent.
 * @throws StoreConflict `below_zero` if the counter is absent and has no start value, or would fall below zero;
 * `above_most` if it would exceed the given maximum
 */
export function addToCounter(before: number | undefined, addition: CounterAddition): number {
  const { counter, key, by, most = Number.MAX_SAFE_INTEGER, from } = addition;
  const to = (before ?? from ?? Number.NaN) + by;
  if (to >= 0 && to <= most) return to;
  throw new StoreConflict(by > 0 && most < Number.MAX_SAFE_INTEGER ? 'above_most' : 'below_zero', counter, key);
}
