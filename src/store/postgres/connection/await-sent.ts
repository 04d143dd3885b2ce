import { PostgresFault } from './postgres-fault.js';

/**
 * Waits for statements that were sent together.
 * @throws the fault of the first failed statement, since later ones fail because of it
 */
export async function awaitSent(sent: readonly Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.allSettled(sent);
  const faults = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  if (faults.length === 0) return;
  throw faults.find((fault) => !(fault instanceof PostgresFault && fault.isAfterwards)) ?? faults[0];
}
