/** One read: synchronous on SQLite, a round trip on PostgreSQL. */
export interface Request<Now, Soon> {
  now(reader: Now): void;
  soon(reader: Soon): Promise<void>;
}

/**
 * A computation with reads, shared by both engines. It yields independent requests together, and continues once all of
 * them have completed. `R` is its result.
 */
export type ReadsOf<Each, R> = Generator<readonly Each[], R, void>;

/** Runs a computation synchronously. */
export function readNow<Now, R>(reads: ReadsOf<Pick<Request<Now, never>, 'now'>, R>, reader: Now): R {
  for (;;) {
    const step = reads.next();
    if (step.done) return step.value;
    for (const request of step.value) request.now(reader);
  }
}

/** Runs a computation with one round trip per step. */
export async function readSoon<Soon, R>(
  reads: ReadsOf<Pick<Request<never, Soon>, 'soon'>, R>,
  reader: Soon,
): Promise<R> {
  for (;;) {
    const step = reads.next();
    if (step.done) return step.value;
    await Promise.all(step.value.map((request) => request.soon(reader)));
  }
}

/** Runs computations in parallel, so that their requests of one step share a round trip. */
export function* together<Each, R>(all: readonly ReadsOf<Each, R>[]): ReadsOf<Each, readonly R[]> {
  let steps = all.map((reads) => ({ reads, step: reads.next() }));
  while (steps.some(({ step }) => !step.done)) {
    yield steps.flatMap(({ step }) => (step.done ? [] : step.value));
    steps = steps.map(({ reads, step }) => ({ reads, step: step.done ? step : reads.next() }));
  }
  return steps.flatMap(({ step }) => (step.done ? [step.value] : []));
}
