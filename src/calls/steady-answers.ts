import { LRUCache } from 'lru-cache';
import { keepText } from './json-text.js';

/** Bytes of memory that the answers of one kind take up at most, about. */
const MOST = 16 * 2 ** 20;
/** A body takes up some times as much as its text. */
const BODY_BY_TEXT = 4;

/**
 * What an answer is computed from, in a fixed order: rows, which are other objects when they have changed (row-cache.ts), and
 * values.
 */
type Parts = readonly unknown[];

interface Made<Answer> {
  readonly answer: Answer;
  /** The last instant at which the same parts give the same answer. Milliseconds since the epoch. */
  readonly until: number;
}

interface Kept<Answer> extends Made<Answer> {
  readonly parts: Parts;
  readonly from: number;
  readonly bytes: number;
}

/**
 * Answers of reads with their JSON texts, each as long as what it was computed from is the same. The rows are read for
 * each call all the same, so that no answer is older than they are.
 */
export class SteadyAnswers<Answer extends { readonly body: object }> {
  private readonly kept = new LRUCache<string, Kept<Answer>>({
    maxSize: MOST,
    sizeCalculation: ({ bytes }) => bytes,
  });

  /** The answer that is kept under a name if it was computed from these parts and still holds, or a new one. */
  get(name: string, parts: Parts, now: number, make: () => Made<Answer>): Answer {
    const known = this.kept.get(name);
    if (known && known.from <= now && now <= known.until && isSame(known.parts, parts)) return known.answer;
    const { answer, until } = make();
    const bytes = (1 + BODY_BY_TEXT) * keepText(answer.body).bytes;
    this.kept.set(name, { answer, until, parts, from: now, bytes });
    return answer;
  }
}

function isSame(parts: Parts, others: Parts): boolean {
  return parts.length === others.length && parts.every((part, index) => part === others[index]);
}
