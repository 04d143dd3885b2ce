import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { submitted } from '../actors/attester.js';
import { stillClock } from '../support/still-clock.js';
import { volume } from '../support/volume.js';
import { type LogScene, logScene } from './log-scene.js';
import { type SpecCheckpoint, sha256 } from './tile-client.js';

/** Growth steps of the log, each followed by a checkpoint. Tile widths include 1, 255 and 256. */
const STEPS = [...[1, 2, 252, 1, 1, 255, 257], ...volume([1_300], [64_000, 34_000, 1_231])];

const clock = stillClock();
let scene: LogScene;
const checkpoints: SpecCheckpoint[] = [];
beforeAll(async () => {
  scene = await logScene({ clock });
  for (const step of STEPS) {
    await scene.grow(step);
    clock.advance(3_600_000);
    await scene.round();
    checkpoints.push(await scene.client.checkpoint());
  }
});
afterAll(() => scene.portal.close());

const tile = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  scene.get(`/logs/${scene.organizationId}/1/tile/${path}`, headers);

describe('a log as tiles', () => {
  it('serves a checkpoint for each step, whose root follows from the tiles alone', async () => {
    const sizes = checkpoints.map(({ size }) => size);
    expect(sizes).toEqual(
      STEPS.map((_step, at) => STEPS.slice(0, at + 1).reduce((sum, one) => sum + one, sizes[0] ? sizes[0] - 1 : 0)),
    );
    for (const { size, root } of checkpoints)
      expect((await scene.client.rootFromTiles(size)).root, String(size)).toBe(root);
  });

  it('serves entries that hash to the tiles of level 0 and contain only the leaf data', async () => {
    const { size } = await scene.client.checkpoint();
    const [entries, { leaves }] = [await scene.client.entries(size), await scene.client.rootFromTiles(size)];
    expect(Buffer.concat(entries.map((entry) => sha256(Buffer.of(0), entry)))).toEqual(Buffer.concat(leaves));
    const members = new Set(entries.map((entry) => Object.keys(JSON.parse(entry.toString())).sort().join(' ')));
    expect([...members].filter((names) => names.includes('receipt_hash'))).toEqual(['id receipt_hash received_at']);
  });

  it('returns partial tiles of earlier checkpoints as well as the full ones', async () => {
    const [{ size } = { size: 0 }, { size: grown } = { size: 0 }] = [checkpoints[0], checkpoints.at(-1)];
    const [partial, full] = [await scene.client.rootFromTiles(size), await scene.client.rootFromTiles(grown)];
    expect(scene.client.asked).toEqual(expect.arrayContaining([`tile/0/000.p/${size}`, 'tile/0/000']));
    expect(full.leaves.slice(0, size)).toEqual(partial.leaves);
    expect(partial.leaves).toHaveLength(size);
  });

  it.each([
    'entries/x999/000',
    '0/x999/000.p/5',
    '0/x000/000',
    '0/0',
    '5/000',
    '64/000',
    '0/000.p/256',
    '0/000.p/0',
    'x',
    '',
  ])('has no tile %j', async (path) => {
    expect(await tile(path)).toMatchObject({ status: 404, json: { error: 'not_found' } });
  });

  it('hides leaves that no checkpoint covers yet', async () => {
    const { size } = await scene.client.checkpoint();
    await scene.grow(1);
    const index = String(Math.floor(size / 256)).padStart(3, '0');
    const path = Number(index) > 999 ? undefined : `entries/${index}.p/${(size % 256) + 1}`;
    if (path) expect((await tile(path)).status).toBe(404);
    expect((await scene.client.checkpoint()).size).toBe(size);
    await scene.round();
    expect((await scene.client.checkpoint()).size).toBe(size);
    clock.advance(3_600_000);
    await scene.round();
    expect((await scene.client.checkpoint()).size).toBe(size + 1);
    if (path) expect((await tile(path)).status).toBe(200);
  });
});

it('reveals nothing of an organization but its id and the names, URLs and keys of its log', async () => {
  const { json } = await scene.get(`/logs/${scene.organizationId}`);
  expect(Object.keys(json.data)).toEqual(['organization_id', 'logs']);
  expect(Object.keys(json.data.logs[0])).toEqual(['epoch', 'url', 'origin', 'public_key', 'closed_by']);
});

describe('caching', () => {
  it('of tiles and entry bundles is allowed for a year, and entry bundles are compressed on request', async () => {
    for (const path of ['0/000', 'entries/000', 'entries/001.p/3']) {
      const first = await tile(path, { 'accept-encoding': 'identity' });
      const etag = first.headers.get('etag') ?? '';
      expect(first.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(first.headers.get('content-type')).toBe('application/octet-stream');
      const again = await tile(path, { 'accept-encoding': 'identity', 'if-none-match': etag });
      expect([again.status, again.text]).toEqual([304, '']);
    }
    const url = `${scene.prefix}/tile/entries/000`;
    const plain = Buffer.from(await (await fetch(url, { headers: { 'accept-encoding': 'identity' } })).arrayBuffer());
    const { request } = await import('node:http');
    const packed = await new Promise<{ readonly encoding: string | undefined; readonly bytes: Buffer }>(
      (resolve, reject) => {
        request(url, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('end', () =>
            resolve({ encoding: response.headers['content-encoding'], bytes: Buffer.concat(parts) }),
          );
        })
          .on('error', reject)
          .end();
      },
    );
    expect(packed.encoding).toBe('gzip');
    expect(gunzipSync(packed.bytes)).toEqual(plain);
    expect(packed.bytes.length).toBeLessThan(plain.length / 2);
  });

  it('of the checkpoint requires a revalidation each time', async () => {
    const { headers, text } = await scene.get(`/logs/${scene.organizationId}/1/checkpoint`);
    expect([headers.get('cache-control'), headers.get('content-type')]).toEqual([
      'no-cache',
      'text/plain; charset=utf-8',
    ]);
    const etag = headers.get('etag') ?? '';
    const again = await scene.get(`/logs/${scene.organizationId}/1/checkpoint`, { 'if-none-match': etag });
    expect([again.status, text.split('\n')[0]]).toEqual([304, `${scene.vkey.split('+')[0]}`]);
  });
});

describe('data for auditors without a key', () => {
  it('shows past keys with their times, but not why they were revoked', async () => {
    const { attester, signer, organizationId } = scene;
    await attester.by.ok('revoke_signing_key', { key_id: signer.id, reason: 'stolen laptop' });
    const { json, text } = await scene.get(`/logs/${organizationId}/keys`);
    expect(json.data).toMatchObject([{ id: signer.id, status: 'revoked', retired_at: null }]);
    expect(json.data[0].revoked_at).toMatch(/Z$/);
    expect(text).not.toContain('stolen laptop');
    expect(await scene.get(`/logs/${organizationId}/keys?after=x`)).toMatchObject({
      status: 400,
      json: { error: 'invalid_request' },
    });
    expect((await scene.get(`/logs/${organizationId}/keys?after=${signer.id}`)).json).toEqual({ data: [] });
  });

  it('shows proofs by hash, and receipts only when they are public too', async () => {
    const { organizationId } = scene;
    const hash = await scene.firstHash();
    const proof = await scene.get(`/logs/${organizationId}/proof/${hash}`);
    expect(proof.status).toBe(200);
    expect(JSON.parse(Buffer.from(proof.json.data.entry, 'base64').toString()).receipt_hash).toBe(hash);
    const text = await scene.get(`/logs/${organizationId}/proof/${hash}`, { accept: 'text/plain' });
    expect([text.headers.get('content-type'), text.text]).toEqual([
      'text/plain; charset=utf-8',
      proof.json.data.tlog_proof,
    ]);
    expect((await scene.get(`/logs/${organizationId}/proof/${'f'.repeat(64)}`)).status).toBe(404);
    expect((await scene.get(`/logs/${organizationId}/receipts/${hash}`)).status).toBe(404);
  });

  it('shows nothing of an organization that did not opt in', async () => {
    const { organizationId } = scene;
    const paths = ['', '/keys', '/1/checkpoint', '/1/tile/0/000', `/proof/${await scene.firstHash()}`];
    const statuses = async () =>
      Promise.all(paths.map(async (path) => (await scene.get(`/logs/${organizationId}${path}`)).status));
    expect(await statuses()).toEqual([200, 200, 200, 200, 200]);
    await scene.show({ public_log: false });
    expect(await statuses()).toEqual([404, 404, 404, 404, 404]);
    expect((await scene.get('/logs/org_unknown/1/checkpoint')).status).toBe(404);
    await scene.show({ public_log: true });
    expect((await scene.get(`/logs/${organizationId}/2/checkpoint`)).status).toBe(404);
  });
});

it('returns receipts as bundles by hash only if the organization has made its receipts public too', async () => {
  const own = await logScene();
  try {
    const id = await submitted(own.attester, own.signer, own.portal.app.portal.clock.now());
    const { data } = await own.attester.by.ok('get_receipt', { receipt_id: id });
    const path = `/logs/${own.organizationId}/receipts/${data.receipt_hash}`;
    expect((await own.get(path)).status).toBe(404);
    await own.show({ public_receipts: true });
    const { json } = await own.get(path);
    expect(json.data).toMatchObject({ bundle: 'v0', id, log: { public_key: own.vkey } });
    expect((await own.get(`${path}?version=2`)).json.error).toBe('invalid_request');
  } finally {
    await own.portal.close();
  }
});

it('makes no log public unless the portal allows it', async () => {
  await expect(logScene({ env: { PORTAL_PUBLIC_LOGS: '0' } })).rejects.toThrow();
});
