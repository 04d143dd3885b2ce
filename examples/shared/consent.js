import { BUDGET } from './task.js';

/**
 * Checks the buyer's consent in code: regardless of the model, nothing is paid that the buyer has not consented to. A
 * program used by a person would ask them here.
 * @param {string} tool
 * @param {unknown} args
 * @returns {string | undefined} why the call must not be made; `undefined` if it may be
 */
export function refusalOf(tool, args) {
  if (tool !== 'complete_checkout') return undefined;
  const total = typeof args === 'object' && args !== null && 'expected_total' in args ? args.expected_total : undefined;
  if (typeof total === 'number' && total <= BUDGET) return undefined;
  return `The buyer has not consented to ${total ?? 'a total that is not stated'}: at most ${BUDGET} may be paid. Do not complete this checkout.`;
}
