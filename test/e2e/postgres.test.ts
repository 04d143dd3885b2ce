import { rmSync } from 'node:fs';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPostgres } from '../support/postgres.js';
import { run } from '../support/program.js';
import { portal, serveAll } from '../support/spawn.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { volume } from '../support/volume.js';

let folder: string;
let url: string;
let env: Readonly<Record<string, string>>;
beforeAll(async () => {
  folder = temporaryFolder();
  url = await newPostgres();
  env = { PORTAL_DB: url, XDG_DATA_HOME: folder };
});
afterAll(() => rmSync(folder, { recursive: true }));

test('serves the demo with two commands and a URL, while other commands work too', async () => {
  const { code, stdout, stderr } = await portal(['init', '--demo', '--json'], env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const made = JSON.parse(stdout);
  // The URL is printed without its password.
  expect(made.database).toBe(url.replace(/:[^:@/]+@/, '@'));
  const servers = await serveAll(volume(1, 3), url, env);
  try {
    for (const server of servers) {
      const headers = { 'x-api-key': made.deployment_key };
      const found = await fetch(`${server.url}/api/commerce/items?query=mug`, { headers });
      expect(JSON.parse(await found.text()).data[0]).toMatchObject({ id: 'enamel-mug' });
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
      const metrics = async () => (await fetch(`${server.url}/metrics`)).text();
      // Requests that wait for an opening connection count too.
      await expect.poll(metrics).toMatch(/^portal_database_waiting 0$/m);
      expect(await metrics()).not.toContain('portal_database_size_bytes');
    }
    expect((await run(['audit', 'export', '--organization', made.organization_id], env)).stdout).toContain(
      'key.created',
    );
  } finally {
    for (const server of servers) expect(await server.stop('SIGTERM')).toBe(0);
  }
  expect(await run(['migrate'], env)).toMatchObject({ code: 0, stdout: expect.stringContaining('has the schema') });
});

test('reports a changed row, a trigger and a valid log with portal log verify', async () => {
  const verify = () => run(['log', 'verify'], env);
  expect(await verify()).toMatchObject({ code: 0, stderr: '' });
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`
    CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
    CREATE TRIGGER other BEFORE INSERT ON receipt FOR EACH ROW EXECUTE FUNCTION nothing()`);
  expect(await verify()).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('trigger other of receipt is not as'),
  });
  await client.query("DROP TRIGGER other ON receipt; UPDATE log_node SET hash = decode(repeat('00', 32), 'hex')");
  await client.end();
  expect(await verify()).toMatchObject({ code: 1, stdout: expect.stringContaining('INVALID') });
});

test('rejects the URL of another engine or an invalid one without printing its password', async () => {
  for (const PORTAL_DB of ['mysql://user:secret@localhost/shop', 'postgres://user:secret@local host:x/shop']) {
    const { code, stderr } = await run(['init'], { ...env, PORTAL_DB });
    expect(code).not.toBe(0);
    expect(stderr).toMatch(/postgres:\/\//);
    expect(stderr).not.toContain('secret');
  }
});
