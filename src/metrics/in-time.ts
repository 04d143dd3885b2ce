/** Well below the ten seconds after which monitors usually give up. */
const READ_TIMEOUT_MS = 2_000;

/**
 * Reads from the database. Returns `undefined` on an error or a timeout, so that a failing database does not break the
 * other metrics.
 */
export function readInTime<R>(read: () => Promise<R>): Promise<R | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), READ_TIMEOUT_MS);
    read()
      .then(resolve, () => resolve(undefined))
      .finally(() => clearTimeout(timer));
  });
}
