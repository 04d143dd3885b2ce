import { afterAll, beforeAll, expect, it } from 'vitest';
import { required } from '../../src/domain/values/required.js';
import { FullestOrganizations } from '../../src/metrics/organization-usage.js';
import { newAgent, newOrganization } from '../../src/operations/tenancy/provision.js';
import { insertWrite, replaceWrite } from '../../src/ports.js';
import { startPortal, type TestPortal } from '../support/portal.js';

const MINUTE = 60_000;
/** More organizations than a page of the list has. The number is not a multiple of 37, so each quota occurs once. */
const MANY = 121;

let portal: TestPortal;
/** Ids of organizations by their quota of rows. Each organization has one row. */
const byQuota = new Map<number, string>();
beforeAll(async () => {
  portal = await startPortal();
  const { store, ids } = portal.app.portal;
  const by = { ids, now: 0, actor: 'test' };
  for (let at = 0; at < MANY; at += 1) {
    const row = { ...newOrganization(by, `O${at}`), quotas: { rows: 2 + ((at * 37) % MANY) } };
    const agent = newAgent(by, row.id, { name: 'A', description: null });
    await store.update(() => ({
      writes: [insertWrite('organization', row), insertWrite('agent', agent)],
      result: undefined,
    }));
    byQuota.set(row.quotas.rows, row.id);
  }
});
afterAll(() => portal.close());

const nearest = (count: number) => Array.from({ length: count }, (_, at) => byQuota.get(2 + at));

it('shows the twenty organizations closest to a quota', async () => {
  const { store } = portal.app;
  const shown = await new FullestOrganizations(store, {}, () => 0).found();
  expect(shown.map(({ id }) => id)).toEqual(nearest(20));
  expect(shown[0]).toMatchObject({ usage: { rows: 1 }, quotas: { rows: 2 } });
});

it('refreshes the usage after a minute', async () => {
  const { store } = portal.app;
  let now = 0;
  const fullest = new FullestOrganizations(store, {}, () => now);
  const first = required(nearest(1)[0], 'an organization');
  expect((await fullest.found())[0]?.id).toBe(first);
  await store.update((rows) => {
    const row = required(rows.get('organization', first), 'it');
    return { writes: [replaceWrite('organization', row, { ...row, quotas: { rows: null } })], result: undefined };
  });
  now = MINUTE - 1;
  expect((await fullest.found())[0]?.id).toBe(first);
  now = MINUTE;
  expect((await fullest.found())[0]?.id).toBe(nearest(2)[1]);
});

it('sorts organizations by bytes if there are no quotas, and shows none if the database cannot be read', async () => {
  const other = await startPortal();
  const { store, ids } = other.app.portal;
  const organization = newOrganization({ ids, now: 0, actor: 'test' }, 'New');
  await store.update(() => ({ writes: [insertWrite('organization', organization)], result: undefined }));
  const shown = await new FullestOrganizations(store, {}, () => 0).found();
  expect(shown.map(({ usage }) => usage.bytes > 0)).toEqual([true, false]);
  await other.close();
  expect(await new FullestOrganizations(store, {}, () => 0).found()).toEqual([]);
});
