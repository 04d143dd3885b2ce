import type { StoredResponse } from '../../calls/answer-search.js';
import { erasedAnswerWrites } from '../../calls/erased-answer.js';
import { containsAddress } from '../../domain/privacy/person.js';
import type { IdempotencyRecord } from '../../ports.js';
import { describeResponse } from './answer-passes.js';
import type { Eraser } from './eraser.js';
import { inPortions } from './in-portions.js';

/** Erases stored responses that contain the person's address, or the id of one of the erased carts and orders. */
export async function eraseAnswers(
  by: Eraser,
  organizationId: string,
  address: string,
  ids: ReadonlySet<string>,
): Promise<number> {
  const telling = await by.answers.find((answer) => tellsOf(answer, address, ids));
  const removed = await inPortions(telling, (some) =>
    by.step((rows) => {
      const records = [...rows.many('idempotency', some).values()];
      const callers = rows.many('api_key', [...new Set(records.flatMap(({ caller_id }) => caller_id ?? []))]);
      const isOwn = ({ caller_id = '' }: IdempotencyRecord) =>
        callers.get(caller_id)?.organization_id === organizationId;
      const found = records.filter((record) =>
        tellsOf(describeResponse(record), isOwn(record) ? address : undefined, ids),
      );
      return { writes: found.flatMap(erasedAnswerWrites), result: found };
    }),
  );
  return removed.length;
}

/**
 * True if a response must be erased. Ids belong to one organization, but several organizations may know the same
 * address: pass `undefined` as the address for responses of other organizations.
 */
function tellsOf(answer: StoredResponse, address: string | undefined, ids: ReadonlySet<string>): boolean {
  // A damaged response cannot be examined. It cannot be replayed either, so erasing it loses nothing.
  if (answer.text === undefined) return address !== undefined;
  return (address !== undefined && containsAddress(answer.text, address)) || answer.ids.some((id) => ids.has(id));
}
