import { faultFields, type Log } from '../log.js';

/**
 * Runs a task now and at every interval; skips intervals in which it is still running, or the rounds of an outage would
 * queue up. Errors are logged under `name`. Returns a function that stops it, and waits for the running round.
 */
export function runRegularly(name: string, every: number, task: () => Promise<void>, log: Log): () => Promise<void> {
  let running: Promise<void> | undefined;
  const round = () => {
    running ??= Promise.resolve()
      .then(task)
      .catch((error: unknown) => log.error(name, faultFields(error)))
      .finally(() => {
        running = undefined;
      });
  };
  round();
  const timer = setInterval(round, every).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
