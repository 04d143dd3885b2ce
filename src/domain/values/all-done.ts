/** Waits for all, even if some fail. @throws the first error */
export async function allDone(all: readonly Promise<void>[]): Promise<void> {
  for (const one of await Promise.allSettled(all)) if (one.status === 'rejected') throw one.reason;
}
