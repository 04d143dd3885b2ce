import { LRUCache } from 'lru-cache';
import { cacheText } from './json-text.js';

/** Approximate memory for the responses of one kind. Bytes. */
const MOST = 16 * 2 ** 20;
/** Memory of a body relative to its text. */
const BODY_BY_TEXT = 4;

/** Inputs of a response in fixed order: rows, whose objects change with them (row-cache.ts), and values. */
type Parts = readonly unknown[];

interface Made<Answer> {
  readonly answer: Answer;
  /** Last instant at which the same inputs give this response. Milliseconds since the epoch. */
  readonly until: number;
}

interface Kept<Answer> extends Made<Answer> {
  readonly parts: Parts;
  readonly from: number;
  readonly bytes: number;
}

/**
 * Caches responses of reads with their JSON texts while their inputs are unchanged. Every call still reads the rows, so
 * that no response is outdated.
 */
export class SteadyAnswers<Answer extends { readonly body: object }> {
  private readonly kept = new LRUCache<string, Kept<Answer>>({
    maxSize: MOST,
    sizeCalculation: ({ bytes }) => bytes,
  });

  /** The cached response of a name if its inputs are equal and still valid, else a new one. */
  get(name: string, parts: Parts, now: number, make: () => Made<Answer>): Answer {
    const known = this.kept.get(name);
    if (known && known.from <= now && now <= known.until && isSame(known.parts, parts)) return known.answer;
    const { answer, until } = make();
    const bytes = (1 + BODY_BY_TEXT) * cacheText(answer.body).bytes;
    this.kept.set(name, { answer, until, parts, from: now, bytes });
    return answer;
  }
}

function isSame(parts: Parts, others: Parts): boolean {
  return parts.length === others.length && parts.every((part, index) => part === others[index]);
}
