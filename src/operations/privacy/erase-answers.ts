import type { StoredResponse } from '../../calls/answer-search.js';
import { erasedAnswerWrites } from '../../calls/erased-answer.js';
import { containsAddress } from '../../domain/privacy/person.js';
import { groupBy } from '../../domain/values/group-by.js';
import type { Rows } from '../../ports.js';
import { ownerOfRow } from '../../records/owner.js';
import { describeResponse } from './answer-passes.js';
import type { Eraser } from './eraser.js';
import { inPortions } from './in-portions.js';

/**
 * Erases stored responses that contain the person's address, if there is one, or the id of one of the erased carts and
 * orders.
 */
export async function eraseAnswers(
  by: Eraser,
  organizationId: string,
  address: string | undefined,
  ids: ReadonlySet<string>,
): Promise<number> {
  const addressFor = (owner: string | undefined) => (owner === organizationId ? address : undefined);
  const found = await by.answers.find((answer) => {
    const { organization_id = organizationId } = answer.record;
    return tellsOf(answer, addressFor(organization_id), ids);
  });
  const erase = (rows: Rows, some: readonly string[]) => {
    const records = [...rows.many('idempotency', some).values()].filter((record) =>
      tellsOf(describeResponse(record), addressFor(ownerOfRow(rows, 'idempotency', record)), ids),
    );
    return { writes: records.flatMap(erasedAnswerWrites), result: records };
  };
  let count = 0;
  for (const [owner, answers] of groupBy(found, ({ organization_id }) => organization_id)) {
    const keys = answers.map(({ id }) => id);
    count += (await inPortions(keys, (some) => by.step((rows) => erase(rows, some), owner))).length;
  }
  return count;
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
