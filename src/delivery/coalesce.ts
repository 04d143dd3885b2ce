/**
 * Runs a task one at a time. Calls made during a run share a single follow-up run.
 * @param idle called after each run that has no follow-up
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
    // Between two runs none is active, but the follow-up run may still be due.
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
