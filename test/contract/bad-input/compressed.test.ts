import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoAttester, newSignerOf } from '../../actors/attester.js';
import { receiptFor, type Signer } from '../../actors/signer.js';
import { startPortal, type TestPortal } from '../../support/portal.js';

/**
 * A body may be compressed with gzip, deflate or br, and the limit applies to the decompressed size (docs/api.md,
 * Bodies). any-call.ts covers rejected bodies.
 */

let portal: TestPortal;
let signer: Signer;
let cart: string;
beforeAll(async () => {
  portal = await startPortal();
  signer = await newSignerOf(demoAttester(portal));
  cart = (await portal.request('GET', '/api/commerce/checkouts/current')).json.data.id;
});
afterAll(() => portal.close());

const PACKERS: readonly (readonly [encoding: string, pack: (bytes: Buffer) => Uint8Array])[] = [
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['GZIP', gzipSync],
  ['identity', (bytes) => bytes],
];

const send = (path: string, encoding: string, bytes: Uint8Array) =>
  portal.request('POST', path, { raw: Uint8Array.from(bytes), headers: { 'content-encoding': encoding } });

describe.each(PACKERS)('%s', (encoding, pack) => {
  it('accepts at most 256 KiB, counted after decompression', async () => {
    const path = `/api/commerce/checkouts/${cart}/buyer`;
    const text = (bytes: number) => pack(Buffer.from('{"buyer":{"first_name":"Ada"}}'.padEnd(bytes)));
    const taken = await send(path, encoding, text(256 * 1024));
    expect([taken.status, taken.json.data?.buyer]).toEqual([200, { first_name: 'Ada' }]);
    const large = await send(path, encoding, text(256 * 1024 + 1));
    expect([large.status, large.json.error]).toEqual([413, 'payload_too_large']);
  });

  it('accepts a receipt of at most 64 KiB', async () => {
    const { agent_id, consumer_id } = portal.demo;
    const submission = signer.submission(receiptFor({ agent_id, consumer_id }, Date.now()));
    const text = (bytes: number) => pack(Buffer.from(JSON.stringify(submission).padEnd(bytes)));
    const large = await send('/api/receipts', encoding, text(64 * 1024 + 1));
    expect([large.status, large.json.error]).toEqual([413, 'payload_too_large']);
    const taken = await send('/api/receipts', encoding, text(64 * 1024));
    expect([taken.status, taken.json.status]).toEqual([200, 'verified']);
  });

  it('accepts at most 1 MiB at /mcp', async () => {
    const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
    const sendAll = (bytes: number) =>
      portal.request('POST', '/mcp', {
        raw: Uint8Array.from(pack(Buffer.from(list.padEnd(bytes)))),
        headers: {
          'content-encoding': encoding,
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2025-06-18',
        },
      });
    const taken = await sendAll(1024 * 1024);
    expect([taken.status, taken.text.includes('search_catalog')]).toEqual([200, true]);
    const large = await sendAll(1024 * 1024 + 1);
    expect([large.status, large.json.error.message]).toEqual([413, expect.stringMatching(/^payload_too_large: /)]);
  });
});

it('rejects raw deflate without the zlib header, which some clients send, as invalid JSON', async () => {
  const answered = await send('/api/receipts', 'deflate', deflateRawSync('{}'));
  expect([answered.status, answered.json.error]).toEqual([400, 'invalid_json']);
});
