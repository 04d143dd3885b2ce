import { PostgresFault } from './postgres-fault.js';

/**
 * Waits for statements that were sent together.
 * @throws what the first of them failed with that the server looked at: those after it fail because of it
 */
export async function allSent(sent: readonly Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.allSettled(sent);
  const faults = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  if (faults.length === 0) return;
  throw faults.find((fault) => !(fault instanceof PostgresFault && fault.isAfterwards)) ?? faults[0];
}
