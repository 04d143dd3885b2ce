/**
 * Runs a task for every entry, at most `most` of them concurrently. If tasks fail, the others still run.
 * @throws the first error, after all tasks have ended
 */
export async function forEachLimited<T>(
  most: number,
  all: readonly T[],
  task: (one: T) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = [];
  const rest = all.values();
  const work = async () => {
    for (const one of rest) await task(one).catch((error: unknown) => errors.push(error));
  };
  await Promise.all(Array.from({ length: most }, work));
  if (errors.length > 0) throw errors[0];
}
