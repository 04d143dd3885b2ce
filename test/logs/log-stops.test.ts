import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Checkpoints } from '../../src/checkpoints/checkpoints.js';
import { recheckStopped } from '../../src/maintenance/recheck-stopped.js';
import { LogDiscontinuity, type Store } from '../../src/ports.js';
import { releasePostgresOf } from '../support/postgres-of-path.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { type LogScene, logScene } from './log-scene.js';

/** The mark of a log that is not signed, as several processes write it. */

let scene: LogScene;
beforeEach(async () => {
  const database = join(temporaryFolder(), 'portal.db');
  scene = await logScene({ database });
  // The portal's own first rounds have ended after this, so that they do not resume the log.
  await scene.portal.app.portal.checkpoints.covering(scene.organizationId, Number.POSITIVE_INFINITY);
  return () => releasePostgresOf(database);
});
afterEach(() => scene.portal.close());

interface Process {
  /** Fault that its audits find; `undefined` if they find none. */
  fault?: string | undefined;
  /** True if the log does not extend the signed heads that it knows. */
  isSetBack?: boolean;
  /** Runs while the process signs. */
  meanwhile?: () => Promise<unknown>;
}

/** Signs for another process on the database. */
function checkpointsOf(process: Process): Checkpoints {
  const { portal, log } = scene.portal.app;
  const { clock, ids, store } = portal;
  const signLog: Store['signLog'] = async (id) => {
    if (process.isSetBack) throw new LogDiscontinuity(id, 'set back');
    await process.meanwhile?.();
    return store.signLog(id);
  };
  return new Checkpoints({
    store: { ...store, signLog, noteLogs: async () => [] },
    auditLog: async () => process.fault,
    ...{ clock, ids, log, witnesses: undefined, interval: 1_000 },
  });
}

/** Requests a signature, then runs the round that records stops. Returns whether the log was signed. */
async function isSigned(checkpoints: Checkpoints): Promise<boolean> {
  const signing = checkpoints.covering(scene.organizationId, Number.POSITIVE_INFINITY);
  const refusal = await signing.then(() => undefined, String);
  await checkpoints.note();
  if (refusal !== undefined) expect(refusal).toContain('The portal does not sign for this log');
  return refusal === undefined;
}

const readStop = () => scene.portal.app.store.read((rows) => rows.get('organization', scene.organizationId)?.log_stop);

it('keeps the fault of an audit that was found after the log was set back', async () => {
  const first: Process = { isSetBack: true };
  const one = checkpointsOf(first);
  expect(await isSigned(one)).toBe(false);
  expect(await readStop()).toMatchObject({ check: 'signed_heads' });
  first.fault = 'receipt 3 was changed';
  expect(await isSigned(one)).toBe(false);
  expect(await readStop()).toMatchObject({ check: 'audit', fault: 'receipt 3 was changed' });
  expect(await isSigned(checkpointsOf({}))).toBe(false);
});

it('does not end the stop of another process that came during the signature', async () => {
  expect(await isSigned(checkpointsOf({ isSetBack: true }))).toBe(false);
  const meanwhile = () => isSigned(checkpointsOf({ fault: 'receipt 3 was changed' }));
  await isSigned(checkpointsOf({ meanwhile }));
  expect(await readStop()).toMatchObject({ check: 'audit' });
});

it('is stopped once by a process whose signed heads another process does not know', async () => {
  const [one, two] = [checkpointsOf({ isSetBack: true }), checkpointsOf({})];
  const stops: boolean[] = [];
  for (let round = 0; round < 3; round += 1) {
    expect(await isSigned(one)).toBe(false);
    stops.push((await readStop()) !== undefined);
    expect(await isSigned(two)).toBe(true);
    expect(await readStop()).toBeUndefined();
  }
  expect(stops).toEqual([true, false, false]);
});

it('is checked again by the next run if a check failed, and otherwise once', async () => {
  await isSigned(checkpointsOf({ fault: 'receipt 3 was changed' }));
  const { store, log } = scene.portal.app;
  const outcomes = [new Error('no connection'), undefined];
  let checks = 0;
  const recheck = async () => {
    const failure = outcomes[checks];
    checks += 1;
    if (failure) throw failure;
  };
  const run = recheckStopped({ store, checkpoints: { recheck } }, log, new AbortController().signal);
  await run();
  await run();
  await run();
  expect(checks).toBe(2);
});
