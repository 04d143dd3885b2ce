import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { startPortal } from '../support/portal.js';
import { emptyOrganization } from '../support/tenants.js';

const run = promisify(execFile);
const PAGE = readFileSync(join(PACKAGE_ROOT, 'docs', 'tenants.md'), 'utf8');

test('the curl lines of docs/tenants.md make a shop that sells, but for the port and the key', async () => {
  const portal = await startPortal();
  const { key } = await emptyOrganization(portal);
  const blocks = [...PAGE.matchAll(/\n```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  expect(blocks).toHaveLength(2);
  const script = blocks.join('').replace('http://127.0.0.1:3000', portal.url).replace('ok_…', key);
  const { stdout, stderr } = await run('bash', ['--norc', '-euo', 'pipefail', '-c', script]);
  await portal.close();
  expect(stderr).toBe('');
  expect(stdout).not.toContain('"error":');
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).data);
  expect(answers[0]).toMatchObject({ currency: 'EUR', payment_handlers: ['invoice'] });
  expect(answers[1]).toEqual({ imported: 1, problems: [] });
  expect(answers[3].map(({ id }: { id: string }) => id)).toEqual(['mug', 'bowl']);
  const [found, order] = answers.slice(-2);
  expect(found).toMatchObject([{ buyer_name: 'Ada Lovelace', status: 'fulfilled', payment_status: 'paid' }]);
  expect(order).toMatchObject({
    id: found[0].id,
    payment: { amount_paid: 1190 },
    line_items: [{ quantity: { total: 2, fulfilled: 1, canceled: 1 } }],
  });
});
