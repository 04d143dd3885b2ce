import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from '../support/portal.js';

const MOMENT = 50;

/** Repeats each call with the same idempotency key, through one portal after the other, until it succeeds. */
export class Insistence {
  /** Number of calls interrupted or rejected with 503. */
  repeats = 0;
  /** True while no fault is active. During that time, the first attempt of each call must succeed. */
  isCalm = true;
  private readonly urls: readonly string[];
  private readonly said: () => string;

  /** `said` returns the portals' last log lines, to show why a call was rejected. */
  constructor(urls: readonly string[], said: () => string) {
    this.urls = urls;
    this.said = said;
  }

  readonly ask: typeof request = async (url, key, method, path, sent) => {
    const own = method === 'GET' ? {} : { 'idempotency-key': randomUUID() };
    const first = this.urls.indexOf(url);
    for (let tries = 0; ; tries += 1) {
      const wasCalm = this.isCalm;
      const at = this.urls[(first + tries) % this.urls.length] ?? url;
      const answer = await request(at, key, method, path, { ...sent, headers: { ...own, ...sent.headers } }).catch(
        noAnswer,
      );
      if (answer && answer.status !== 503) return answer;
      if (wasCalm && this.isCalm)
        throw new Error(`with nothing broken: ${method} ${path}: ${answer?.text ?? 'no answer'}\n${this.said()}`);
      this.repeats += 1;
      await sleep(MOMENT);
    }
  };
}

/**
 * Accepts the error of an interrupted call, whose outcome is unknown.
 * @throws any other error
 */
export function noAnswer(error: unknown): undefined {
  if (!(error instanceof Error) || error.message !== 'no answer') throw error;
}
