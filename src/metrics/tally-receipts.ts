import type { Invoke } from '../calls/invoke.js';
import type { Tally } from '../calls/tally.js';
import { PortalError } from '../domain/errors/portal-error.js';

/** Counts submitted receipts by outcome. A replayed response is not counted again. */
export function tallyReceipts(invoke: Invoke, tally: Tally): Invoke {
  const submitted: Invoke = async (operation, call) => {
    try {
      const reply = await invoke(operation, call);
      if (!reply.replayed) for (const outcome of outcomesOf(reply.answer.body)) tally.receipt(outcome);
      return reply;
    } catch (error) {
      if (error instanceof PortalError) tally.receipt(error.code);
      throw error;
    }
  };
  return (operation, call) => (SUBMITTING.has(operation.name) ? submitted : invoke)(operation, call);
}

const SUBMITTING: ReadonlySet<string> = new Set(['submit_receipt', 'submit_receipts']);

/** Lists the outcomes of a response: one, or one per receipt of a batch. */
function outcomesOf(body: unknown): string[] {
  const data: unknown = typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined;
  return Array.isArray(data) ? data.map(outcomeOf) : ['verified'];
}

function outcomeOf(entry: unknown): string {
  return typeof entry === 'object' && entry !== null && 'error' in entry ? String(entry.error) : 'verified';
}
