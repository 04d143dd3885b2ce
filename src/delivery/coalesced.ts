/**
 * A task that runs once at a time: whoever asks for it while it runs gets one more run after it, together with all others who ask.
 * @param idle is told when a run has ended and nobody has asked for another
 */
export function coalesced(task: () => Promise<void>, idle: () => void = nothing): () => Promise<void> {
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
    // Also for a moment in which nothing runs, one may follow.
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
