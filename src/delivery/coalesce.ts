/**
 * Runs a task one at a time. Calls made during a run share a single follow-up run.
 * @param idle called after a run without a follow-up
 */
export function coalesce(task: () => Promise<void>, idle: () => void = nothing): () => Promise<void> {
  let running: Promise<void> | undefined;
  let following: Promise<void> | undefined;
  const run = (): Promise<void> => {
    running = task().finally(() => {
      running = undefined;
      if (!following) idle();
    });
    return running;
  };
  return () => {
    // Between two runs none is active, but a follow-up may be due.
    if (following) return following;
    if (!running) return run();
    following = running.catch(nothing).then(() => {
      following = undefined;
      return run();
    });
    return following;
  };
}

function nothing(): void {}
