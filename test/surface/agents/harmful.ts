import { OPERATIONS } from '../../../src/operations/index.js';

/**
 * Names of the tools that change more than an open cart. No suggestion may lead an agent to call one of them
 * unintentionally.
 */
export const HARMFUL = OPERATIONS.filter(
  ({ mcp, effect, name, http }) =>
    mcp &&
    effect !== 'read' &&
    !(
      http?.path.startsWith('/api/commerce/checkouts/{id}/') &&
      name !== 'complete_checkout' &&
      name !== 'cancel_checkout'
    ),
).map(({ name }) => name);

/** Harmful tools that the text names, except the one that was called. */
export function harmfulIn(text: string, called: string): string[] {
  const words = new Set(text.match(/\w+/g));
  return HARMFUL.filter((name) => name !== called && words.has(name));
}
