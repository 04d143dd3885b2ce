/**
 * Resolves with the work unless the signal aborts first, and leaves no listener on the signal.
 * @throws the reason of the signal, and the error of the work
 */
export function within<R>(signal: AbortSignal, work: Promise<R>): Promise<R> {
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason);
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}
