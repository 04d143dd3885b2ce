import { expect, test } from 'vitest';
import { demoCommands } from '../support/demo-commands.js';

const { done, refused } = demoCommands();

const HOST = 'shop.example.com';
const PROFILE = 'https://agent.example/profile.json';

test('serves a deployment over UCP, and lists its settings', async () => {
  const [deployment = ''] = /dep_\S+/.exec(await done(['shops', 'list'])) ?? [];
  expect(await done(['ucp', 'list'])).toBe('');
  const set = ['ucp', 'set', deployment, '--enabled', '1', '--host', HOST, '--platforms', PROFILE];
  expect(await done(set)).toContain(`enabled  host: ${HOST}  open: no  platforms: ${PROFILE}`);
  await done(['ucp', 'set', deployment, '--open', '1', '--platforms', '']);
  expect(JSON.parse(await done(['ucp', 'list', '--json']))).toMatchObject({
    id: deployment,
    ucp: { enabled: true, host: HOST, open: true, platforms: null },
  });
});

test('accepts a host for one deployment only, and names the accepted values in errors', async () => {
  const [one = ''] = /dep_\S+/.exec(await done(['shops', 'list'])) ?? [];
  await done(['orgs', 'create', 'Other', '--shop', 'Other shop']);
  const two =
    [...(await done(['shops', 'list'])).matchAll(/dep_\S+/g)].map(([id]) => id).find((id) => id !== one) ?? '';
  await done(['ucp', 'set', one, '--enabled', '1', '--host', HOST]);
  expect(await refused(['ucp', 'set', two, '--host', HOST])).toContain('give one of them another --host');
  expect(await refused(['ucp', 'set', two, '--host', 'https://x.example'])).toContain('--host must be a host name');
  expect(await refused(['ucp', 'set', two, '--open', 'yes'])).toContain('--open must be 0 or 1');
  expect(await refused(['ucp', 'set', two])).toContain('set at least one of --enabled');
  expect(await refused(['ucp', 'set', 'dep_none', '--open', '1'])).toContain('there is no deployment');
  expect(await refused(['ucp', 'set', two, '--platforms', 'http://agent.example'])).toContain('must be an https URL');
});

test("creates a platform's key for a deployment, but not for an organization", async () => {
  const [deployment = ''] = /dep_\S+/.exec(await done(['shops', 'list'])) ?? [];
  expect(await done(['keys', 'create', '--deployment', deployment, '--ucp-profiles', PROFILE])).toMatch(/^dk_/);
  const [organization = ''] = /org_\S+/.exec(await done(['orgs', 'list'])) ?? [];
  const wrong = ['keys', 'create', '--organization', organization, '--ucp-profiles', PROFILE];
  expect(await refused(wrong)).toContain('--ucp-profiles goes with --deployment');
});

test('gives a served deployment a key, keeps a replaced key for its grace period, and drops a removed key', async () => {
  const [deployment = ''] = /dep_\S+/.exec(await done(['shops', 'list'])) ?? [];
  await done(['ucp', 'set', deployment, '--enabled', '1', '--host', HOST]);
  const kids = async (...more: string[]) =>
    (await done(['ucp', 'keys', deployment, '--json', ...more]))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .map(({ kid, replaced_at }) => [kid, replaced_at === undefined]);
  const [[first] = []] = await kids();
  await done(['ucp', 'set', deployment, '--open', '1']);
  expect(await kids()).toEqual([[first, true]]);
  const [, [second] = []] = await kids('--replace');
  expect(await kids()).toEqual([
    [first, false],
    [second, true],
  ]);
  expect(await kids('--remove', String(first))).toEqual([[second, true]]);
  const [[third] = []] = await kids('--remove', String(second));
  expect([third === second, third === first]).toEqual([false, false]);
  expect(await done(['ucp', 'keys', deployment])).toContain('signs');
  expect(await done(['ucp', 'list', '--json'])).not.toContain('sealed');
  expect(await refused(['ucp', 'keys', deployment, '--remove', 'none'])).toContain('has no key none');
  expect(await refused(['ucp', 'keys', deployment, '--replace', '--remove', 'x'])).toContain(
    'set either --replace or --remove',
  );
  expect(await refused(['ucp', 'keys', 'dep_none'])).toContain('there is no deployment');
});
