import { expect, test } from 'vitest';
import { demoCommands } from '../support/demo-commands.js';

const { done, refused } = demoCommands();

const URL = 'https://merchant.example/events';

/** Adds a webhook. Returns its id, the printed line and the secret. */
async function added(...more: string[]) {
  const [line = '', secret = ''] = (await done(['webhooks', 'add', URL, ...more])).split('\n');
  return { id: line.split(' ')[0] ?? '', line, secret };
}

test('adds, lists, shows, changes and removes a webhook', async () => {
  const { id, line, secret } = await added('--events', 'order.created, order.shipped', '--description', 'Warehouse');
  expect(line).toBe(`${id}  active  all shops  order.created,order.shipped  ${URL}  Warehouse`);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(await done(['webhooks', 'list'])).toBe(`${line}\n`);
  expect(JSON.parse(await done(['webhooks', 'show', id]))).toMatchObject({ id, url: URL, status: 'active' });
  const set = ['webhooks', 'set', id, '--events', '', '--status', 'paused', '--description', ''];
  expect(await done(set)).toBe(`${id}  paused  all shops  all events  ${URL}\n`);
  await done(['webhooks', 'remove', id]);
  expect(await done(['webhooks', 'list', '--json'])).toBe('');
});

test('pings a webhook, lists its deliveries, and resends them on request', async () => {
  const { id } = await added('--events', 'item.created');
  const [delivery] = [(await done(['webhooks', 'ping', id])).trim()];
  expect(await done(['webhooks', 'deliveries', id])).toContain(`${delivery}  `);
  expect(await done(['webhooks', 'deliveries', id, '--state', 'dead'])).toBe('');
  expect(await done(['webhooks', 'resend', id, delivery ?? ''])).toBe('sent again: 1 delivery\n');
  expect(await done(['webhooks', 'resend', id, '--dead'])).toBe('sent again: 0 deliveries\n');
});

test('names the accepted values in errors', async () => {
  expect(await refused(['webhooks', 'add', 'http://merchant.example'])).toContain('url: must be an https URL');
  expect(await refused(['webhooks', 'add', 'https://10.0.0.1'])).toContain('url: must be the URL of a public host');
  expect(await refused(['webhooks', 'add', 'https://127.0.0.1'])).toContain('url: must be the URL of a public host');
  expect(await refused(['webhooks', 'add', URL, '--events', 'order.eaten'])).toContain(
    '--events must list types such as',
  );
  const { id } = await added();
  expect(await refused(['webhooks', 'set', id])).toContain('set --url');
  expect(await refused(['webhooks', 'set', id, '--status', 'stopped'])).toContain('--status must be active or paused');
  expect(await refused(['webhooks', 'deliveries', id, '--state', 'lost'])).toContain('--state must be one of waiting');
  expect(await refused(['webhooks', 'resend', id])).toContain('name ids of deliveries, or --dead');
  expect(await refused(['webhooks', 'show', 'whk_none'])).toContain('there is no webhook');
  await done(['webhooks', 'set', id, '--status', 'paused']);
  expect(await refused(['webhooks', 'ping', id])).toContain('paused');
});

test('lists the deliveries of platforms, and resends them by deployment and profile', async () => {
  const [deployment = ''] = /dep_\S+/.exec(await done(['shops', 'list'])) ?? [];
  const platform = `${deployment}:https://agent.example/profile.json`;
  expect(await done(['webhooks', 'deliveries', platform, '--state', 'dead'])).toBe('');
  expect(await refused(['webhooks', 'resend', platform, 'dlv_none'])).toContain('is not served over UCP');
  await done(['ucp', 'set', deployment, '--enabled', '1', '--host', 'shop.example.com']);
  expect(await done(['webhooks', 'resend', platform, '--dead'])).toBe('sent again: 0 deliveries\n');
  expect(await refused(['webhooks', 'resend', platform, 'dlv_none'])).toContain('delivery');
  for (const wrong of ['dep_none:https://agent.example', `${deployment}:agent.example`])
    expect(await refused(['webhooks', 'deliveries', wrong])).toContain('DEPLOYMENT:PROFILE');
});
