import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registryCaller } from '../actors/registry-caller.js';
import { type Serving, serve } from '../support/spawn.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { organizationKey } from './database-file.js';

/**
 * A process with a lot of compiled code stops optimizing regular expressions. An expression that backtracks at every
 * character then throws on texts of more than about 4 MB.
 */
let folder: string;
let portal: Serving;
beforeAll(async () => {
  folder = temporaryFolder();
  portal = await serve(join(folder, 'portal.db'), {}, ['--no-regexp-optimization']);
});
afterAll(async () => {
  await portal.stop('SIGTERM');
  rmSync(folder, { recursive: true });
});

/** Larger than the size limit of a picture in Base64. */
const LARGE = 7_000_000;
const MUG = { id: 'mug', title: 'Mug', price: 1000, fulfillment_types: ['pickup'] };

test.each([
  ['put_media', { name: 'large.png', data: 'A'.repeat(LARGE) }, 413],
  ['import_items', { items: [{ ...MUG, image_url: `https://example.com/${'a'.repeat(LARGE)}` }] }, 413],
])('rejects a text of 7 MB in %s when regular expressions are not optimized', async (operation, members, status) => {
  const by = registryCaller(() => portal.url, organizationKey(join(folder, 'portal.db')));
  const { id: shop_id } = (await by.ok('list_shops', {}))[0];
  expect((await by.send(operation, { shop_id, ...members })).status).toBe(status);
});
