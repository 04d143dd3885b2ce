import { setMaxListeners } from 'node:events';

/**
 * Does work with a signal that is aborted with `stop`, or after so many milliseconds. Nothing of it is left at `stop`
 * afterwards: on Node 20, `AbortSignal.any` leaves something for each, and keeps a signal that somebody still listens to.
 */
export async function limited<R>(
  stop: AbortSignal,
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<R>,
): Promise<R> {
  const controller = new AbortController();
  const end = () => controller.abort(stop.reason);
  const late = () => controller.abort(new DOMException('It took too long.', 'TimeoutError'));
  const timer = setTimeout(late, milliseconds).unref();
  if (stop.aborted) end();
  // Any number of works may be under way.
  setMaxListeners(0, stop);
  stop.addEventListener('abort', end, { once: true });
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    stop.removeEventListener('abort', end);
  }
}
