import { afterEach, beforeEach, expect, test } from 'vitest';
import { complete, inShort, ready } from '../actors/purchase.js';
import { shopperAt } from '../actors/shopper.js';
import { run } from '../support/program.js';
import { type Serving, serveAll } from '../support/spawn.js';
import { volume } from '../support/volume.js';
import { type ServedDatabase, servedDatabase } from './served-database.js';

/** Carts that are completed at once, and how many of them the limit allows. */
const CARTS = 20;
const ALLOWED = 7;
const ROUNDS = Array.from({ length: volume(1, 10) }, (_, index) => index + 1);

let database: ServedDatabase;
let servers: Serving[];
beforeEach(async () => {
  database = await servedDatabase();
  servers = await serveAll(2, database.name, database.env);
});
afterEach(async () => {
  for (const server of servers) await server.stop('SIGTERM');
  await database.drop();
});

async function portal(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await run(args, database.env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout.trim();
}

/** Fills a cart for each buyer of a round, half of them through each portal. */
function fillCarts(key: string, round: number) {
  return Promise.all(
    Array.from({ length: CARTS }, (_, index) => {
      const door = { url: servers[index % 2]?.url ?? '', key };
      return ready(shopperAt(door, `buyer${round}-${index}`), { lines: ['preserving-ebook'], option: 'digital' });
    }),
  );
}

test('never exceeds a limit by payments that two portals begin at once', async () => {
  const [{ id: deployment }] = JSON.parse(await portal('shops', 'list', '--json')).deployments;
  for (const round of ROUNDS) {
    const named = ['--deployment', deployment, '--name', `agent ${round}`, '--per-30-days', '1000000', '--json'];
    const { id, key } = JSON.parse(await portal('keys', 'create', ...named));
    const carts = await fillCarts(key, round);
    const limit = ALLOWED * (carts[0]?.total ?? 0);
    await portal('keys', 'limit', id, '--per-30-days', String(limit));
    const outcomes = await Promise.all(carts.map(async (cart) => inShort(await complete(cart))));
    expect(outcomes.filter((outcome) => outcome === '200 completed')).toHaveLength(ALLOWED);
    expect(new Set(outcomes)).toEqual(new Set(['200 completed', '409 checkout_not_ready']));
    const keys: { readonly id: string; readonly limits?: object }[] = JSON.parse(
      await portal('keys', 'list', '--json'),
    );
    expect(keys.find((one) => one.id === id)?.limits).toMatchObject({ per_30_days: limit, left_30_days: 0 });
  }
  database.assertSound();
});
