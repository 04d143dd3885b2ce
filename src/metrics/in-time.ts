/** Well below the ten seconds after which a monitor usually gives up. Milliseconds. */
const SOON = 2_000;

/**
 * What is read of the database. Undefined when it cannot be read, or not soon: a database that fails, or a server that says nothing,
 * must not make the other metrics unreadable.
 */
export function inTime<R>(read: () => Promise<R>): Promise<R | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), SOON);
    read()
      .then(resolve, () => resolve(undefined))
      .finally(() => clearTimeout(timer));
  });
}
