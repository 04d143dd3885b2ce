import { LRUCache } from 'lru-cache';
import { isSame } from '../domain/values/last-per.js';
import { cacheJson } from './json-text.js';

/** Approximate maximum memory for one kind of response. Bytes. */
const MOST = 16 * 2 ** 20;
/** Estimated memory of a body and of the text that a model reads, as a multiple of the body's text. */
const BODY_BY_TEXT = 8;

/**
 * Inputs of a response in a fixed order: values, and rows, which are new objects whenever they change (row-cache.ts).
 */
type Parts = readonly unknown[];

interface Made<Answer> {
  readonly answer: Answer;
  /** Last instant at which the same inputs give the same response. Milliseconds since the epoch. */
  readonly until: number;
}

interface Kept<Answer> extends Made<Answer> {
  readonly parts: Parts;
  readonly from: number;
  readonly bytes: number;
}

/**
 * Caches responses of reads and their JSON texts. A cached response is used only while its inputs are the same. Every
 * call still reads the rows, so that no response is outdated.
 */
export class SteadyAnswers<Answer extends { readonly body: object }> {
  private readonly kept = new LRUCache<string, Kept<Answer>>({
    maxSize: MOST,
    sizeCalculation: ({ bytes }) => bytes,
  });

  /**
   * Returns the response cached under a name if its inputs are the same and its time limit has not passed; else makes a
   * new one.
   */
  get(name: string, parts: Parts, now: number, make: () => Made<Answer>): Answer {
    const known = this.kept.get(name);
    if (known && known.from <= now && now <= known.until && isSame(known.parts, parts)) return known.answer;
    const { answer, until } = make();
    const bytes = (1 + BODY_BY_TEXT) * cacheJson(answer.body).length;
    this.kept.set(name, { answer, until, parts, from: now, bytes });
    return answer;
  }
}
