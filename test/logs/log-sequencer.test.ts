import { expect, it } from 'vitest';
import { LogSequencer } from '../../src/checkpoints/log-sequencer.js';
import { makeLog } from '../../src/log.js';
import { systemClock } from '../../src/system.js';

it('leaves the remaining logs to a later round when the portal stops', async () => {
  const scopes: (string | undefined)[] = [];
  let isStopping = false;
  const store = {
    due: async () => ['org_1', 'org_2', 'org_3'],
    async update(_decide: unknown, scope?: string): Promise<never> {
      scopes.push(scope);
      isStopping = scopes.length === 2;
      throw new Error('no server');
    },
  };
  const log = makeLog('info', () => undefined);
  await new LogSequencer({ store, clock: systemClock, log }).round(() => isStopping);
  expect(scopes).toEqual(['org_1', 'org_2']);
});
