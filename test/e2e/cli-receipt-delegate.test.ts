import { afterEach, beforeEach, expect, test } from 'vitest';
import { readDelegation, readPrivateKey, verifyDelegation, verifyReceipt } from '../../src/receipts.js';
import { run, runWithInput } from '../support/program.js';
import { Folder } from './receipts/folder.js';

let folder: Folder;
beforeEach(() => {
  folder = new Folder();
});
afterEach(() => folder.remove());

const UNTIL = ['--until', '2099-01-01T01:00:00+01:00'];

async function keygen(name: string) {
  const file = folder.at(`${name}.pem`);
  const { stdout } = await run(['receipt', 'keygen', '--out', file]);
  const { publicKey, ...pair } = readPrivateKey(folder.read(`${name}.pem`));
  return { file, pair: { ...pair, publicKey }, publicFile: folder.write(`${name}.pub`, stdout) };
}

const delegate = (...args: string[]) => run(['receipt', 'delegate', ...args]);
const sign = (key: string, chain: string, job: string) =>
  run([
    'receipt',
    'sign',
    '--key',
    key,
    '--delegation',
    chain,
    '--agent',
    'agt_1',
    '--consumer',
    'con_1',
    '--job',
    job,
    '--context-hash',
    'none',
  ]);

test('portal receipt delegate makes a chain link by link, under which a receipt is signed', async () => {
  const [root, between, agent] = [await keygen('root'), await keygen('between'), await keygen('agent')];
  const first = await delegate(
    '--key',
    root.file,
    '--to',
    between.publicFile,
    ...UNTIL,
    '--resolution',
    'success',
    'partial',
  );
  expect(first).toMatchObject({ code: 0, stderr: '' });
  const to = agent.pair.publicKey.fingerprint;
  const limits = ['--consumer', 'con_1', '--job-prefix', 'job-', '--resolution', 'success'];
  const args = ['--key', between.file, '--to', to, '--after', '-', ...UNTIL, ...limits];
  const both = await runWithInput(first.stdout, ['receipt', 'delegate', ...args]);
  const chain = readDelegation(JSON.parse(both.stdout));
  verifyDelegation(chain);
  expect(chain.links.map(({ statement }) => statement)).toMatchObject([
    { issuer: root.pair.publicKey.fingerprint, scope: { resolutions: ['success', 'partial'] } },
    {
      subject: to,
      scope: { consumer_id: 'con_1', job_prefix: 'job-', resolutions: ['success'] },
      expires_at: '2099-01-01T00:00:00Z',
    },
  ]);
  const file = folder.write('chain.json', both.stdout);
  const signed = JSON.parse((await sign(agent.file, file, 'job-1')).stdout);
  expect(signed.delegation).toEqual(JSON.parse(both.stdout));
  expect(verifyReceipt(signed).job_id).toBe('job-1');
  const refused = await sign(agent.file, file, 'other');
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain('[1].statement.scope.job_prefix: does not allow the receipt');
  expect((await sign(root.file, file, 'job-1')).stderr).toContain('must be the fingerprint of the key that signs');
});

test('portal receipt delegate refuses to widen, to continue for another key, and other times', async () => {
  const [root, agent] = [await keygen('root'), await keygen('agent')];
  const { stdout } = await delegate('--key', root.file, '--to', agent.publicFile, ...UNTIL, '--job-prefix', 'job-');
  const chain = folder.write('chain.json', stdout);
  const to = ['--to', root.publicFile];
  expect((await delegate('--key', agent.file, ...to, '--after', chain, ...UNTIL)).stderr).toContain(
    'portal: the delegation: [1].statement.scope.job_prefix: allows more than the link before',
  );
  const later = ['--until', '2099-01-01T00:00:01Z', '--job-prefix', 'job-'];
  expect((await delegate('--key', agent.file, ...to, '--after', chain, ...later)).stderr).toContain(
    '[1].statement.expires_at: is later than in the link before',
  );
  expect((await delegate('--key', root.file, ...to, '--after', chain, ...UNTIL)).stderr).toContain(
    '[1].statement.issuer: must be the subject of the link before',
  );
  expect((await delegate('--key', root.file, ...to, '--until', 'tomorrow')).stderr).toContain('--until must be a time');
  const forged = folder.write('forged.json', stdout.replace('job-', 'jobs'));
  expect((await delegate('--key', agent.file, ...to, '--after', forged, ...UNTIL)).stderr).toContain(
    `${forged}: [0].signature: is not a valid signature`,
  );
});
