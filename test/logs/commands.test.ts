import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readVkey } from '../../src/receipts.js';
import { submitted } from '../actors/attester.js';
import { acceptsCose, acceptsTlogProof, type KnownLog } from '../attestation/spec-verifiers.js';
import { run } from '../support/program.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { type LogScene, logScene } from './log-scene.js';

let scene: LogScene;
let folder: string;
let id: string;
let log: KnownLog;
beforeAll(async () => {
  folder = temporaryFolder();
  scene = await logScene();
  id = await submitted(scene.attester, scene.signer, scene.portal.app.portal.clock.now());
  const { name, publicKey } = readVkey(scene.vkey);
  log = { origin: name, key: publicKey.bytes, kid: publicKey.thumbprint };
});
afterAll(async () => {
  await scene.portal.close();
  rmSync(folder, { recursive: true });
});

const exported = (...args: readonly string[]) =>
  run(['receipt', 'export', id, '--url', scene.portal.url, ...args], {
    PORTAL_API_KEY: scene.portal.demo.organization_key,
  });

describe('portal receipt export', () => {
  it('writes a COSE receipt that an independent verifier accepts', async () => {
    const file = join(folder, 'receipt.cose');
    expect(await exported('--format', 'cose', '--out', file)).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(acceptsCose(readFileSync(file), log)).toBe(true);
  });

  it('writes a tlog-proof that an independent verifier accepts, to a file or standard output', async () => {
    const file = join(folder, 'receipt.tlog-proof');
    expect((await exported('--format', 'tlog-proof', '--out', file)).code).toBe(0);
    const { code, stdout } = await exported('--format', 'tlog-proof');
    expect([code, stdout]).toEqual([0, readFileSync(file, 'utf8')]);
    expect(acceptsTlogProof(readFileSync(file), log)).toBe(true);
  });

  it('rejects invalid options and a missing API key', async () => {
    expect(await exported('--format', 'cose')).toMatchObject({ code: 1, stderr: expect.stringContaining('--out') });
    expect((await exported('--format', 'xml')).code).toBe(2);
    const none = await run(['receipt', 'export', id, '--format', 'tlog-proof', '--url', scene.portal.url]);
    expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('PORTAL_API_KEY') });
  });
});

describe('GET /api/receipts/{id}/proof', () => {
  const key = () => ({ key: scene.portal.demo.organization_key });
  const answer = (accept: string) =>
    scene.portal.request('GET', `/api/receipts/${id}/proof`, { ...key(), headers: { accept } });

  it.each([
    ['application/json', 'application/json; charset=utf-8'],
    ['*/*', 'application/json; charset=utf-8'],
    ['text/html', 'application/json; charset=utf-8'],
    ['text/plain', 'text/plain; charset=utf-8'],
    ['application/cose', 'application/cose; cose-type="cose-sign1"'],
    ['application/cose; cose-type="cose-sign1"', 'application/cose; cose-type="cose-sign1"'],
    ['text/plain; charset=utf-8', 'text/plain; charset=utf-8'],
    ['application/cose;q=0.5, text/plain;q=0.9', 'text/plain; charset=utf-8'],
    ['application/cose;q=0, */*', 'application/json; charset=utf-8'],
  ])('returns for Accept: %s the type %s', async (accept, type) => {
    const { status, headers } = await answer(accept);
    expect([status, headers.get('content-type'), headers.get('vary'), headers.get('cache-control')]).toEqual([
      200,
      type,
      'accept',
      'no-store',
    ]);
  });

  it('returns errors as JSON for any requested type', async () => {
    const { status, json } = await scene.portal.request('GET', '/api/receipts/none/proof', {
      ...key(),
      headers: { accept: 'application/cose' },
    });
    expect([status, json.error]).toEqual([404, 'receipt_not_found']);
  });
});

it('`portal orgs set` changes the visibility of the log and receipts, prints it, and records the change', async () => {
  const { organizationId, portal } = scene;
  const set = (...args: readonly string[]) => run(['orgs', 'set', organizationId, ...args], portal.commandEnv);
  expect((await set('--public-receipts', '1')).stdout).toBe(
    `${organizationId}  public log: yes  public receipts: yes  public contexts: no  key proof: no\n`,
  );
  expect((await set('--public-log', '0', '--public-contexts', '1', '--require-key-proof', '1')).stdout).toBe(
    `${organizationId}  public log: no  public receipts: yes  public contexts: yes  key proof: yes\n`,
  );
  expect((await scene.get(`/logs/${organizationId}`)).status).toBe(404);
  expect(await set()).toMatchObject({ code: 1, stderr: expect.stringContaining('--public-log') });
  expect(await set('--public-log', 'yes')).toMatchObject({ code: 1, stderr: expect.stringContaining('0 or 1') });
  expect((await run(['orgs', 'set', 'org_none', '--public-log', '1'], portal.commandEnv)).stderr).toContain('org_none');
  const events = await portal.app.store.list(
    'audit_events',
    { type: 'organization', id: organizationId },
    undefined,
    10,
  );
  expect(events.entries.map(({ action, changed }) => [action, changed])).toEqual([
    ['organization.updated', ['public_receipts']],
    ['organization.updated', ['public_log', 'public_contexts', 'key_proof_required']],
  ]);
});
