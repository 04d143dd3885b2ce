import { setMaxListeners } from 'node:events';

/**
 * Runs work with a signal that aborts with `stop` or after a time limit, and leaves no listener on `stop`. On Node 20,
 * `AbortSignal.any` would leak one per call.
 */
export async function runWithTimeLimit<R>(
  stop: AbortSignal,
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<R>,
): Promise<R> {
  const controller = new AbortController();
  const end = () => controller.abort(stop.reason);
  const late = () => controller.abort(new DOMException('It took too long.', 'TimeoutError'));
  const timer = setTimeout(late, milliseconds).unref();
  if (stop.aborted) end();
  // Prevents Node's warning: any number of calls may be in flight, each with a listener.
  setMaxListeners(0, stop);
  stop.addEventListener('abort', end, { once: true });
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    stop.removeEventListener('abort', end);
  }
}
