import { z } from 'zod';
import { once } from '../../domain/values/once.js';
import { created, maybe, text } from './forms.js';
import { idOf } from './owner-columns.js';
import type { RemovableTable } from './table.js';

/** A stored response, for repeats of a call (docs/api.md, Repeats). */
export interface IdempotencyRecord {
  /** Hash of the caller, the operation, the path ids and the idempotency key. */
  readonly id: string;
  readonly fingerprint: string;
  readonly outcome: unknown;
  /** True if the outcome is encrypted with a key derived from the idempotency key. */
  readonly sealed?: true;
  /** Organization of the caller; absent in records that were stored before this member existed. */
  readonly organization_id?: string;
  /** Caller whose quota counts the record; absent in records that were stored before this member existed. */
  readonly caller_id?: string;
  /** Number of bytes counted in the quota; absent together with `caller_id`. */
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
      organization_id: maybe(text),
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
