import { BUDGET } from './task.js';

/**
 * What stands between the model and the buyer's money: nothing is paid that the buyer has not consented to, whatever the
 * model thinks. A program with a person in front of it would ask here.
 * @param {string} tool
 * @param {unknown} args
 * @returns {string | undefined} why the call is not made
 */
export function refusalOf(tool, args) {
  if (tool !== 'complete_checkout') return undefined;
  const total = typeof args === 'object' && args !== null && 'expected_total' in args ? args.expected_total : undefined;
  if (typeof total === 'number' && total <= BUDGET) return undefined;
  return `The buyer has not consented to ${total ?? 'a total that is not stated'}: at most ${BUDGET} may be paid. Do not complete this checkout.`;
}
