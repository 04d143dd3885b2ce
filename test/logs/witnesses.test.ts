import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { replaceWrite } from '../../src/ports.js';
import { readPolicy, verifyBundle } from '../../src/receipts.js';
import { anotherAgent, anotherOrganization, submitted } from '../actors/attester.js';
import { run } from '../support/program.js';
import { stillClock } from '../support/still-clock.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { type LogScene, logScene } from './log-scene.js';
import { TestWitness } from './test-witness.js';

/** Five witnesses, of which three must cosign. */
const NAMES = ['a', 'b', 'c', 'd', 'e'] as const;

let folder: string;
let policy: string;
let witnesses: Readonly<Record<(typeof NAMES)[number], TestWitness>>;
let clock: ReturnType<typeof stillClock>;
let scene: LogScene | undefined;
beforeEach(async () => {
  folder = temporaryFolder();
  policy = join(folder, 'policy');
  const made = () => new TestWitness(`witness.example/${Math.random().toString(36).slice(2)}`);
  witnesses = { a: made(), b: made(), c: made(), d: made(), e: made() };
  clock = stillClock();
  for (const name of NAMES) {
    const { url, vkey } = await started(witnesses[name]);
    const quorum = name === 'e' ? ['--quorum', '3'] : [];
    const { code, stderr } = await run(['log', 'witness', 'add', name, vkey, url, ...quorum], {
      PORTAL_WITNESS_POLICY: policy,
    });
    expect([code, stderr]).toEqual([0, '']);
  }
});
afterEach(async () => {
  await scene?.portal.close();
  scene = undefined;
  await Promise.all(NAMES.map((name) => witnesses[name].stop()));
  rmSync(folder, { recursive: true });
});

async function started(witness: TestWitness): Promise<TestWitness> {
  await witness.start();
  return witness;
}

/** Starts a portal with these witnesses, which have registered its log. */
async function witnessed(interval = '10'): Promise<LogScene> {
  scene = await logScene({ clock, env: { PORTAL_WITNESS_POLICY: policy, PORTAL_CHECKPOINT_SECONDS: interval } });
  for (const name of NAMES) witnesses[name].trust(scene.vkey);
  // The witnesses have rejected heads that were signed before they knew the log.
  for (const name of NAMES) witnesses[name].answered.length = 0;
  clock.advance(60_000);
  return scene;
}

/** Returns the portal's bundle or exported proof of a new receipt. */
async function bundleOf(of: LogScene, form: 'bundle' | 'proof' = 'bundle') {
  const id = await submitted(of.attester, of.signer, clock.now());
  clock.advance(60_000);
  return of.portal.request('GET', `/api/receipts/${id}/${form}`, { key: of.portal.demo.organization_key });
}

const down = (...names: readonly (typeof NAMES)[number][]) => Promise.all(names.map((name) => witnesses[name].stop()));

/** Makes a witness remember a different tree under the log's name. */
function sawFork(of: LogScene, name: (typeof NAMES)[number], size: number): void {
  const origin = of.vkey.split('+')[0] ?? '';
  witnesses[name].seen.set(origin, { size, root: Buffer.alloc(32, 7).toString('base64') });
}

describe('a portal with five witnesses, three of which must cosign', () => {
  it('returns a bundle with three cosignatures that verifies offline against the policy', async () => {
    const of = await witnessed();
    const { json } = await bundleOf(of);
    const verified = verifyBundle(json.data, { log: of.vkey, policy: readPolicy(readFileSync(policy, 'utf8')) });
    expect(verified.witnesses?.length).toBeGreaterThanOrEqual(3);
    const file = join(folder, 'bundle.json');
    writeFileSync(file, JSON.stringify(json.data));
    const ran = await run(['receipt', 'verify', file, '--log', of.vkey, '--policy', policy]);
    expect([ran.code, ran.stdout]).toEqual([0, expect.stringContaining('witnessed by ')]);
  });

  it('does not trust cosigned sizes from the database', async () => {
    const of = await witnessed();
    await bundleOf(of);
    const witnessesSay = Object.fromEntries(NAMES.map((name) => [name, 1_000_000]));
    await of.portal.app.store.update((rows) => {
      const before = rows.get('log_publication', `${of.organizationId}/1`);
      if (!before) throw new Error('nothing is shown');
      return {
        writes: [replaceWrite('log_publication', before, { ...before, witnesses: witnessesSay })],
        result: undefined,
      };
    });
    const { json } = await bundleOf(of);
    const verified = verifyBundle(json.data, { policy: readPolicy(readFileSync(policy, 'utf8')) });
    expect(verified.witnesses?.length).toBeGreaterThanOrEqual(3);
  });

  it('reaches the quorum with two witnesses down', async () => {
    const of = await witnessed();
    await down('a', 'd');
    const { json } = await bundleOf(of);
    const verified = verifyBundle(json.data, { policy: readPolicy(readFileSync(policy, 'utf8')) });
    expect(verified.witnesses).toEqual(['b', 'c', 'e']);
  });

  it('returns a bundle that the policy rejects when two are down and one saw a fork', async () => {
    const of = await witnessed();
    await of.grow(10);
    await down('a', 'd');
    sawFork(of, 'b', 2);
    const { status, json } = await bundleOf(of);
    expect(status).toBe(200);
    expect(verifyBundle(json.data, { log: of.vkey }).log).toBe(of.vkey);
    expect(() => verifyBundle(json.data, { policy: readPolicy(readFileSync(policy, 'utf8')) })).toThrow(
      /quorum_not_met/,
    );
    expect(witnesses.b.answered).toContain(422);
    expect(
      of.portal.logged.some((line) => line.includes('"witness_conflict"') && line.includes('another history')),
    ).toBe(true);
    const file = join(folder, 'bundle.json');
    writeFileSync(file, JSON.stringify(json.data));
    expect((await run(['receipt', 'verify', file, '--any-signer', '--policy', policy])).code).toBe(1);
  });

  it('reports a conflict for a witness that saw a larger tree or another root of the same size', async () => {
    const of = await witnessed();
    sawFork(of, 'a', 1_000);
    const size = (await of.attester.by.ok('get_log_checkpoint', {})).data.tree_size;
    sawFork(of, 'b', size + 1);
    const { json } = await bundleOf(of);
    const { witnesses: by } = verifyBundle(json.data, { policy: readPolicy(readFileSync(policy, 'utf8')) });
    expect(by).toEqual(['c', 'd', 'e']);
    // The portal does not wait for witnesses beyond the quorum, so their conflicts may be logged later.
    const conflicts = () => of.portal.logged.filter((line) => line.includes('"witness_conflict"')).length;
    await expect.poll(conflicts).toBe(2);
  });

  it('retries from the size that a witness reports if the witness forgot the log', async () => {
    const of = await witnessed();
    await bundleOf(of);
    for (const name of NAMES) witnesses[name].seen.clear();
    const { json } = await bundleOf(of);
    expect(
      verifyBundle(json.data, { policy: readPolicy(readFileSync(policy, 'utf8')) }).witnesses?.length,
    ).toBeGreaterThanOrEqual(3);
    expect(NAMES.some((name) => witnesses[name].answered.includes(409))).toBe(true);
  });

  it('continues when witnesses reject an unknown log', async () => {
    const of = await logScene({ clock, env: { PORTAL_WITNESS_POLICY: policy } });
    scene = of;
    const { status } = await bundleOf(of);
    expect(status).toBe(200);
    expect(NAMES.every((name) => witnesses[name].answered.every((one) => one === 404))).toBe(true);
    expect(of.portal.logged.some((line) => line.includes('does not know this log'))).toBe(true);
  });

  it('gets cosignatures for an idle log once the witnesses are back', async () => {
    const of = await witnessed();
    for (const name of NAMES) witnesses[name].isBroken = true;
    await bundleOf(of);
    expect((await of.client.checkpoint()).lines).toHaveLength(1);
    for (const name of NAMES) witnesses[name].isBroken = false;
    const { length } = witnesses.a.answered;
    clock.advance(9_500);
    await of.round();
    expect(witnesses.a.answered, 'it is left alone').toHaveLength(length);
    // A clock that is set back does not delay the cosignatures.
    clock.advance(-3_600_000);
    await of.round();
    expect((await of.client.checkpoint()).lines.length).toBeGreaterThanOrEqual(4);
    const asked = witnesses.a.answered.length;
    clock.advance(3_700_000);
    await of.round();
    expect(witnesses.a.answered, 'a quorum is enough').toHaveLength(asked);
  });

  it('requests the cosignatures of several logs concurrently', async () => {
    const of = await witnessed('60');
    await of.grow(1);
    const { organization_id } = await anotherOrganization(of.portal);
    await run(['orgs', 'set', organization_id, '--public-log', '1'], of.portal.commandEnv);
    for (const witness of Object.values(witnesses)) {
      witness.trust((await of.get(`/logs/${organization_id}`)).json.data.logs[0].public_key);
      witness.answered.length = 0;
    }
    await of.grow(1);
    await anotherAgent(of.portal, organization_id);
    clock.advance(60_000);
    // Each witness responds only after both requests have arrived.
    for (const witness of Object.values(witnesses)) {
      let arrive: (() => void) | undefined;
      const both = new Promise<void>((resolve) => {
        arrive = resolve;
      });
      let calls = 0;
      witness.onCall = () => {
        calls += 1;
        if (calls === 2) arrive?.();
        return both;
      };
    }
    await of.round();
    expect(of.portal.logged.filter((line) => line.includes('cannot be reached'))).toEqual([]);
    const { text } = await of.get(`/logs/${organization_id}/checkpoint`);
    expect(text.trim().split('\n').length).toBeGreaterThanOrEqual(8);
  });

  it('counts witnesses that have already cosigned, and does not request another cosignature', async () => {
    const of = await witnessed();
    for (const name of NAMES) witnesses[name].isBroken = name > 'b';
    await bundleOf(of);
    for (let round = 0; round < 3; round += 1) {
      await of.round();
      clock.advance(60_000);
    }
    expect([witnesses.a.answered, witnesses.b.answered]).toEqual([[200], [200]]);
    expect((await of.client.checkpoint()).lines).toHaveLength(3);
    witnesses.c.isBroken = false;
    await of.round();
    expect((await of.client.checkpoint()).lines).toHaveLength(4);
    const { length } = witnesses.d.answered;
    clock.advance(60_000);
    await of.round();
    expect(witnesses.d.answered, 'there is a quorum').toHaveLength(length);
  });

  it('reports no conflict when a witness got a later checkpoint first', async () => {
    const of = await witnessed();
    const { size } = await of.client.checkpoint();
    await of.grow(1);
    witnesses.a.onCall = async () => {
      witnesses.a.onCall = undefined;
      await of.grow(1);
      sawFork(of, 'a', size + 2);
    };
    await of.round();
    await expect.poll(() => witnesses.a.answered).toEqual([409]);
    witnesses.a.seen.clear();
    // Of two concurrent requests, one meets a size that the portal did not expect.
    const { b } = witnesses;
    const seen = [new Map(), new Map(b.seen), new Map(b.seen)];
    b.answered.length = 0;
    b.onCall = async () => {
      b.seen.clear();
      for (const [origin, last] of seen.shift() ?? []) b.seen.set(origin, last);
    };
    clock.advance(9_500);
    await of.round();
    await expect.poll(() => b.answered).toEqual([409, 409, 200]);
    const conflicts = of.portal.logged.filter((line) => line.includes('"witness_conflict"'));
    expect(conflicts).toEqual([]);
  });

  it('prints the cosigned size of each witness with `portal log witness list`', async () => {
    const of = await witnessed();
    await down('d');
    await bundleOf(of);
    const { code, stdout } = await run(['log', 'witness', 'list', '--json'], {
      ...of.portal.commandEnv,
      PORTAL_WITNESS_POLICY: policy,
    });
    expect(code).toBe(0);
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ name }) => name)).toEqual([...NAMES]);
    const sizes = lines.map(({ cosigned }) => cosigned[`${of.organizationId}/1`]);
    expect(sizes[3]).toBe(0);
    expect(sizes.filter((size: number) => size > 0).length).toBeGreaterThanOrEqual(3);
  });
});

describe('a portal that requires a quorum of witnesses', () => {
  /** Starts a portal that requires a quorum, and registers its log with the witnesses. */
  async function closed(): Promise<LogScene> {
    scene = await logScene({ clock, env: { PORTAL_WITNESS_POLICY: policy, PORTAL_WITNESS_REQUIRED: '1' } });
    for (const name of NAMES) witnesses[name].trust(scene.vkey);
    clock.advance(60_000);
    return scene;
  }

  it('shows no checkpoint before the first quorum', async () => {
    await down(...NAMES);
    const of = await closed();
    const { status, json } = await of.get(`/logs/${of.organizationId}/1/checkpoint`);
    expect([status, json.error]).toEqual([503, 'log_not_witnessed']);
    expect((await of.get(`/logs/${of.organizationId}`)).status).toBe(200);
  });

  it('rejects bundles and proofs without a quorum, and keeps the public checkpoint', async () => {
    const of = await closed();
    await bundleOf(of);
    const before = await of.client.checkpoint();
    expect(before.lines.length).toBeGreaterThanOrEqual(4);
    await down('a', 'b', 'c');
    for (const form of ['bundle', 'proof'] as const) {
      const refused = await bundleOf(of, form);
      expect([form, refused.status, refused.json.error]).toEqual([form, 503, 'log_not_witnessed']);
      expect(refused.headers.get('retry-after')).toBe('10');
    }
    expect((await of.client.checkpoint()).size).toBe(before.size);
    await witnesses.a.start();
    const file = readFileSync(policy, 'utf8');
    expect(existsSync(policy) && file.includes('group witnesses 3 a b c d e')).toBe(true);
  });

  it('requires no witness if the policy has no quorum', async () => {
    writeFileSync(policy, readFileSync(policy, 'utf8').replace('quorum witnesses', 'quorum none'));
    const of = await closed();
    await down(...NAMES);
    expect((await bundleOf(of)).status).toBe(200);
  });

  it('returns a witnessed bundle and publishes its checkpoint when there is a quorum', async () => {
    const of = await closed();
    await down('a', 'e');
    const { status, json } = await bundleOf(of);
    expect(status).toBe(200);
    expect(verifyBundle(json.data, { policy: readPolicy(readFileSync(policy, 'utf8')) }).witnesses).toEqual([
      'b',
      'c',
      'd',
    ]);
    expect((await of.client.checkpoint()).size).toBe(json.data.log.tree_size);
  });
});

describe('the policy of the portal', () => {
  const refusals: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['a policy file that does not exist', { PORTAL_WITNESS_POLICY: '/nowhere/policy' }],
    ['a requirement without a policy', { PORTAL_WITNESS_REQUIRED: '1' }],
  ];
  it.each(refusals)('prevents the start in case of %s', async (_what, env) => {
    await expect(logScene({ clock, env })).rejects.toThrow(/PORTAL_WITNESS_/);
  });

  it('is not changed by `portal log witness add` with an invalid, duplicate or contradictory argument', async () => {
    const { vkey } = witnesses.a;
    const add = async (...args: readonly string[]) =>
      (await run(['log', 'witness', 'add', ...args], { PORTAL_WITNESS_POLICY: policy })).code;
    const before = readFileSync(policy, 'utf8');
    const other = new TestWitness('witness.example/z');
    expect(await add('f', 'x+y', 'https://w.example')).toBe(1);
    expect(await add('f', other.vkey, 'ftp://w.example')).toBe(1);
    expect(await add('a', other.vkey, 'https://w.example')).toBe(1);
    expect(await add('f', vkey, 'https://w.example')).toBe(1);
    expect(await add('f', other.vkey, 'https://w.example', '--quorum', '7')).toBe(1);
    expect(readFileSync(policy, 'utf8')).toBe(before);
    expect(await add('f', other.vkey, 'https://w.example', '--quorum', '4')).toBe(0);
    expect(readPolicy(readFileSync(policy, 'utf8')).groups.get('witnesses')).toEqual({
      threshold: 4,
      members: [...NAMES, 'f'],
    });
  });

  it('keeps a quorum and groups that were written by hand', async () => {
    const keys = NAMES.map((name) => `witness ${name} ${witnesses[name].vkey}`);
    writeFileSync(policy, `# ours\n${keys.slice(0, 2).join('\n')}\ngroup by-hand all a b\nquorum by-hand\n`);
    const { code } = await run(['log', 'witness', 'add', 'c', witnesses.c.vkey, 'https://c.example'], {
      PORTAL_WITNESS_POLICY: policy,
    });
    expect(code).toBe(0);
    const after = readPolicy(readFileSync(policy, 'utf8'));
    expect([after.quorum, after.groups.get('by-hand'), after.groups.get('witnesses')]).toEqual([
      'by-hand',
      { threshold: 2, members: ['a', 'b'] },
      { threshold: 1, members: ['c'] },
    ]);
  });
});
