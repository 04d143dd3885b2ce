import type { Portal } from '../calls/portal.js';
import { eachPage } from '../lists/every-page.js';
import { faultFields, type Log } from '../log.js';
import type { IdPosition } from '../ports.js';

/** Returns a task that checks, once per process, the logs that earlier processes stopped. */
export function recheckStopped({ store, checkpoints }: Portal, log: Log, ending: AbortSignal): () => Promise<void> {
  let isDone = false;
  return async () => {
    if (isDone) return;
    const pages = eachPage((after: IdPosition | undefined, limit) => store.list('organizations', {}, after, limit));
    for await (const organizations of pages) {
      for (const { id, log_stop } of organizations) {
        if (!log_stop || ending.aborted) continue;
        await checkpoints.recheck(id, ending).catch((error: unknown) => {
          if (!ending.aborted) log.error('log_stops', { about: id, ...faultFields(error) });
        });
      }
    }
    isDone = true;
  };
}
