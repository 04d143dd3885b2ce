import { ApiError } from './api-error.js';

/** A response as it was sent. */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

interface Entry {
  /** Method, path and parameters. */
  readonly request: string;
  readonly since: number;
  reply?: Reply;
}

const DAY = 24 * 60 * 60;

/** Idempotency keys: the same key gets the same response for a day. */
export class IdempotencyKeys {
  private readonly entries = new Map<string, Entry>();

  /**
   * Returns the response to an earlier request with the key; `undefined` if the request is the first.
   * @throws ApiError if the earlier request was another one or is in flight
   */
  begin(key: string, request: string, now: number): Reply | undefined {
    const entry = this.entries.get(key);
    if (!entry || entry.since + DAY <= now) {
      this.entries.set(key, { request, since: now });
      return undefined;
    }
    if (entry.request !== request)
      throw new ApiError(400, {
        type: 'idempotency_error',
        message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
      });
    if (!entry.reply)
      throw new ApiError(409, {
        type: 'idempotency_error',
        code: 'idempotency_key_in_use',
        message: 'There is currently another in-progress request using this Idempotency-Key.',
      });
    return entry.reply;
  }

  end(key: string, reply: Reply): void {
    const entry = this.entries.get(key);
    if (entry) entry.reply = reply;
  }

  /** Forgets a request that was rejected before anything was done. */
  forget(key: string): void {
    this.entries.delete(key);
  }
}
