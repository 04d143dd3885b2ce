import type { Portal } from '../calls/portal.js';
import { eachPage } from '../lists/every-page.js';
import { faultFields, type Log } from '../log.js';
import type { IdPosition } from '../ports.js';

interface Stopped {
  readonly store: Pick<Portal['store'], 'list'>;
  readonly checkpoints: Pick<Portal['checkpoints'], 'recheck'>;
}

/**
 * Returns a task that checks, once per process, the logs that earlier processes stopped. If a check fails, such as
 * without the database, the next run of the task repeats it.
 */
export function recheckStopped({ store, checkpoints }: Stopped, log: Log, ending: AbortSignal): () => Promise<void> {
  const checked = new Set<string>();
  let isDone = false;
  return async () => {
    if (isDone) return;
    let hasFailed = false;
    const pages = eachPage((after: IdPosition | undefined, limit) => store.list('organizations', {}, after, limit));
    for await (const organizations of pages) {
      for (const { id, log_stop } of organizations) {
        if (!log_stop || checked.has(id)) continue;
        if (ending.aborted) return;
        try {
          await checkpoints.recheck(id, ending);
          checked.add(id);
        } catch (error) {
          hasFailed = true;
          if (!ending.aborted) log.error('log_stops', { about: id, ...faultFields(error) });
        }
      }
    }
    isDone = !hasFailed;
  };
}
