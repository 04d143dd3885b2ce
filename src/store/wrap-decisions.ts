import type { Decision, Rows, Store, Write } from '../ports.js';

export type Decide<R> = (rows: Rows) => Decision<R>;

/** Receives the writes of a decision once they are durable. */
type OnCommit = (writes: readonly Write[]) => void;

/** Wraps each decision of a store. Effects passed to `onCommit` run after a successful commit. */
export type DecisionStep = <R>(decide: Decide<R>, onCommit: (effect: OnCommit) => void) => Decide<R>;

/** Runs an update, for example inside a span. */
type Trace = <R>(update: () => Promise<R>) => Promise<R>;

/**
 * Returns a store whose decisions run through these steps; the first step is innermost. Reads go to `store` directly.
 */
export function wrapDecisions(
  store: Store,
  steps: readonly DecisionStep[],
  trace: Trace = (update) => update(),
): Store {
  return {
    async update(decide, scope) {
      const effects: OnCommit[] = [];
      const wrapped = steps.reduce((inner, step) => step(inner, (effect) => void effects.push(effect)), decide);
      const committed = await trace(() =>
        store.update((rows) => {
          const decision = wrapped(rows);
          return { writes: decision.writes, result: decision };
        }, scope),
      );
      for (const effect of effects) effect(committed.writes);
      return committed.result;
    },
    read: (look) => store.read(look),
    list: (name, filter, after, limit) => store.list(name, filter, after, limit),
    vocabulary: (...args) => store.vocabulary(...args),
    candidates: (...args) => store.candidates(...args),
    due: (name, at, limit) => store.due(name, at, limit),
    forget: (isThorough) => store.forget(isThorough),
    giveBack: () => store.giveBack(),
    findKeyByHash: (hash) => store.findKeyByHash(hash),
    findKeyByToken: (hash) => store.findKeyByToken(hash),
    signLog: (organizationId) => store.signLog(organizationId),
    noteLogs: () => store.noteLogs(),
    get sealing() {
      return store.sealing;
    },
    secret: (name) => store.secret(name),
    check: () => store.check(),
    close: () => store.close(),
  };
}
