/**
 * Returns a function that runs a task, but never twice at a time. Calls made during a run share a single follow-up run.
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
    // Between the end of a run and the start of its follow-up no run is active, but the follow-up is already due.
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
