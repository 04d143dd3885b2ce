import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPortal, type TestPortal } from '../support/portal.js';
import { registryCaller } from '../support/registry-caller.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

test('a shop gets another name, keeps its description, and loses it by null', async () => {
  const by = registryCaller(() => portal.url, portal.demo.organization_key);
  const { id: shop_id } = await by.ok('create_shop', { name: 'Corner', description: 'Small' });
  expect(await by.ok('update_shop', { shop_id, name: 'Corner Shop' })).toMatchObject({ description: 'Small' });
  expect(await by.ok('update_shop', { shop_id, name: 'Corner Shop', description: null })).toMatchObject({
    name: 'Corner Shop',
    description: null,
  });
  const shops: readonly object[] = await by.ok('list_shops', {});
  expect(shops).toContainEqual(expect.objectContaining({ id: shop_id, name: 'Corner Shop', description: null }));
});
