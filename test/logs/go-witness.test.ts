import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readPolicy, verifyBundle } from '../../src/receipts.js';
import { submitted } from '../actors/attester.js';
import { buildGo, XMOD_MISSING } from '../support/go-program.js';
import { run } from '../support/program.js';
import { stillClock } from '../support/still-clock.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { type LogScene, logScene } from './log-scene.js';

/** A witness in Go, with the note and tlog packages of golang.org/x/mod. */

describe.skipIf(XMOD_MISSING)('a witness in Go', () => {
  const clock = stillClock();
  let folder: string;
  let policy: string;
  let witness: ChildProcessWithoutNullStreams;
  let lines: AsyncIterator<string>;
  let scene: LogScene | undefined;
  beforeEach(async () => {
    folder = temporaryFolder();
    policy = join(folder, 'policy');
    witness = spawn(buildGo(join(import.meta.dirname, 'witness', 'witness.go'), folder), ['witness.example/go']);
    lines = createInterface({ input: witness.stdout })[Symbol.asyncIterator]();
    const [vkey = '', url = ''] = (await nextLine()).split(' ');
    const env = { PORTAL_WITNESS_POLICY: policy };
    expect((await run(['log', 'witness', 'add', 'go', vkey, url, '--quorum', '1'], env)).code).toBe(0);
  });
  afterEach(async () => {
    await scene?.portal.close();
    scene = undefined;
    const ended = once(witness, 'close');
    witness.stdin.end();
    await ended;
    rmSync(folder, { recursive: true });
  });

  const nextLine = async (): Promise<string> => (await lines.next()).value;

  async function trust({ vkey }: LogScene): Promise<void> {
    witness.stdin.write(`${vkey}\n`);
    expect(await nextLine()).toBe(`trusted ${vkey.split('+')[0]}`);
  }

  async function started(): Promise<LogScene> {
    const env = { PORTAL_WITNESS_POLICY: policy, PORTAL_CHECKPOINT_SECONDS: '10', PORTAL_WITNESS_REQUIRED: '1' };
    const next = await logScene({ clock, env });
    await trust(next);
    clock.advance(60_000);
    return next;
  }

  async function bundleOf(of: LogScene) {
    const id = await submitted(of.attester, of.signer, clock.now());
    clock.advance(60_000);
    return of.portal.request('GET', `/api/receipts/${id}/bundle`, { key: of.portal.demo.organization_key });
  }

  it('cosigns a log that grows, and not another one of the same name and key', async () => {
    scene = await started();
    const first = scene;
    for (let size = 1; size <= 3; size += 1) {
      const { status, json } = await bundleOf(first);
      expect(status).toBe(200);
      const pins = { log: first.vkey, policy: readPolicy(readFileSync(policy, 'utf8')) };
      expect(verifyBundle(json.data, pins).witnesses).toEqual(['go']);
    }
    await first.portal.close();
    // Test logs have the same name and key, so that of the next portal is a fork.
    scene = await started();
    expect(scene.vkey).toBe(first.vkey);
    expect((await bundleOf(scene)).status).toBe(503);
    expect(scene.portal.logged.join('\n')).toContain('witness_conflict');
  });
});
