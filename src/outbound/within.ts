/**
 * What the work answers, unless the signal is aborted first. Nothing of it is left at the signal afterwards.
 * @throws the reason of the signal, and what the work fails with
 */
export function within<R>(signal: AbortSignal, work: Promise<R>): Promise<R> {
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason);
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}
