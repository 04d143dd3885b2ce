import { setImmediate } from 'node:timers/promises';
import type { AnswerSearch, FoundAnswer, StoredResponse } from '../../calls/answer-search.js';
import { outcomeText } from '../../calls/packed-outcome.js';
import { Slices } from '../../calls/slices.js';
import { addressOf } from '../../domain/values/email.js';
import { SharedRuns } from '../../domain/values/shared-runs.js';
import type { Slicing } from '../../json/sliced-json.js';
import { eachPage } from '../../lists/every-page.js';
import type { IdempotencyRecord, IdPosition, StoreReader } from '../../ports.js';

/** Number of stored responses per read. */
const READ_AT_ONCE = 50;

interface Seeker {
  readonly matches: (answer: StoredResponse) => boolean;
  readonly found: FoundAnswer[];
}

/**
 * Searches stored responses. Unpacking each response is costly, so one pass over all of them serves every search that
 * was requested before the pass began.
 */
export class AnswerPasses implements AnswerSearch {
  private readonly store: Pick<StoreReader, 'list'>;
  private readonly slices: Slicing;
  private waiting: Seeker[] = [];
  private readonly passes = new SharedRuns<void>(() => this.pass());

  constructor(store: Pick<StoreReader, 'list'>, slices: Slicing = new Slices(setImmediate)) {
    this.store = store;
    this.slices = slices;
  }

  async find(matches: Seeker['matches']): Promise<readonly FoundAnswer[]> {
    const seeker: Seeker = { matches, found: [] };
    this.waiting.push(seeker);
    await this.passes.run();
    return seeker.found;
  }

  private async pass(): Promise<void> {
    const seekers = this.waiting;
    this.waiting = [];
    const read = (after: IdPosition | undefined, limit: number) => this.store.list('answers', {}, after, limit);
    for await (const records of eachPage(read, READ_AT_ONCE)) {
      for (const record of records) {
        if (this.slices.isOver) await this.slices.next();
        const answer = describeResponse(record);
        for (const { matches, found } of seekers)
          if (matches(answer)) found.push({ id: record.id, organization_id: record.organization_id });
      }
    }
  }
}

export function describeResponse(record: IdempotencyRecord): StoredResponse {
  const text = textOf(record);
  return { record, text, ids: text?.match(/(?:ord|chk|cart)_[0-9a-f-]{36}/g) ?? [] };
}

/**
 * Returns the text of a stored response; `undefined` if the record is damaged. Sealed responses count as empty: they
 * contain the secret of a key or link, and no data of buyers.
 */
function textOf({ sealed, outcome }: IdempotencyRecord): string | undefined {
  if (sealed) return '';
  try {
    return addressOf(outcomeText(outcome));
  } catch {
    return undefined;
  }
}
