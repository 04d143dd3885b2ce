import type { CommitStats } from '../store/commit-stats.js';
import type { Tracing } from '../tracing/tracing.js';

/** Adds a span per write transaction. A transaction serves several calls, so it belongs to none of their traces. */
export function traceFlushes({ commitStats }: { readonly commitStats: CommitStats }, tracing: Tracing): void {
  const before = commitStats.onFlush;
  commitStats.onFlush = (jobs, milliseconds) => {
    before(jobs, milliseconds);
    tracing.ended('store flush', { 'portal.jobs': jobs }, milliseconds);
  };
}

/** Adds a span per write of a call, which lasts until the write is durable. */
export function traceUpdates(tracing: Tracing | undefined) {
  return tracing && (<R>(update: () => Promise<R>) => tracing.span('store update', {}, update));
}
