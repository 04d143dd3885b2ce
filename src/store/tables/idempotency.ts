import { z } from 'zod';
import { once } from '../../domain/values/once.js';
import { created, maybe, text } from './forms.js';
import { idOf } from './owner-columns.js';
import type { RemovableTable } from './table.js';

/** A stored response for repeats of a call (docs/api.md, Repeats). */
export interface IdempotencyRecord {
  /** Hash of caller, operation and path ids with the idempotency key. */
  readonly id: string;
  readonly fingerprint: string;
  readonly outcome: unknown;
  /** True if the outcome is encrypted under the idempotency key. */
  readonly sealed?: true;
  /** Owner of the quota; absent on records that predate it. */
  readonly caller_id?: string;
  /** Bytes counted in the quota; absent together with `caller_id`. */
  readonly bytes?: number;
  readonly created_at: number;
  readonly version: number;
}

export const idempotency: RemovableTable<IdempotencyRecord> = {
  form: once(() =>
    z.strictObject({
      id: text,
      fingerprint: text,
      outcome: z.unknown(),
      sealed: maybe(z.literal(true)),
      caller_id: maybe(text),
      bytes: maybe(z.int().min(0)),
      ...created,
    }),
  ),
  key: idOf,
  columns: {},
  after: [],
  cached: false,
  removable: true,
};
