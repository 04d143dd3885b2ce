import { once } from 'node:events';
import { createServer } from 'node:http';
import express from 'express';
import { afterEach, expect, it } from 'vitest';
import { Tally } from '../../src/calls/tally.js';
import { bodyReader } from '../../src/http/body.js';
import { BodyBudget } from '../../src/http/body-budget.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { rawConnections } from '../support/raw-connections.js';
import { rawConnection, requestText } from '../support/raw-http.js';

let portal: TestPortal | undefined;
afterEach(async () => {
  await portal?.close();
  portal = undefined;
});
const open = rawConnections(() => portal?.url ?? '');

const BEGUN = { 'content-type': 'application/json', 'content-length': '100' };

it.each(['gzip', 'deflate', 'br', 'identity'])('releases the memory of a cut-off body (%s)', async (coding) => {
  const started = await startPortal({ env: { PORTAL_MAX_BODY_MIB: '8' } });
  portal = started;
  const { organization_key, shop_id } = started.demo;
  const path = `/api/shops/${shop_id}/items/import`;
  const encoding = coding === 'identity' ? {} : { 'content-encoding': coding };
  for (let round = 0; round < 3; round += 1) {
    const connection = await open();
    connection.send(requestText(path, { 'x-api-key': organization_key, ...BEGUN, ...encoding }, 'POST'));
    await expect.poll(() => started.metrics.text()).toContain('portal_requests_in_progress 1');
    connection.end();
    await expect.poll(() => started.metrics.text()).toContain('portal_requests_in_progress 0');
  }
  const headers = { 'content-type': 'application/json', ...encoding };
  const { json } = await started.request('POST', path, { key: organization_key, raw: '', headers });
  expect(json.error).toBe('invalid_json');
});

it('does not treat a body as empty if its client disconnects before the body is read', async () => {
  const read = bodyReader(1_000, new BodyBudget(1_000, { addressShare: 100, keyShare: 100 }, new Tally()));
  const outcome = new Promise((resolve) => {
    const app = express().post('/', (request, response) => {
      request.socket.once('close', () => resolve(read(request, response).catch(({ code }) => code)));
    });
    const server = createServer(app).listen(0, '127.0.0.1', async () => {
      const address = server.address();
      const port = typeof address === 'object' ? address?.port : undefined;
      const client = await rawConnection(`http://127.0.0.1:${port}`);
      const asked = once(server, 'request');
      client.send(requestText('/', BEGUN, 'POST'));
      await asked;
      client.end();
      server.close();
    });
  });
  expect(await outcome).toBe('invalid_json');
});
