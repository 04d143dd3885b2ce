/**
 * Resolves with the result of the work unless the signal aborts first, and leaves no listener on the signal.
 * @throws the signal's abort reason or the error of the work, whichever comes first
 */
export function untilAborted<R>(signal: AbortSignal, work: Promise<R>): Promise<R> {
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason);
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}
