import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { blocksIn, page, runPasted } from '../support/pasted.js';
import { startPortal } from '../support/portal.js';
import { environment } from '../support/spawn.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { emptyOrganization } from '../support/tenants.js';

test('creates a shop with the curl lines of step 9 of docs/tenants.md, with only port and key changed', async () => {
  const portal = await startPortal();
  const { key } = await emptyOrganization(portal);
  const [, after = ''] = page('docs/tenants.md').split('\n## 9. ');
  const [step = ''] = after.split('\n## ');
  const blocks = blocksIn(step).map((block) => ({ ...block, script: block.script.replace('ok_…', key) }));
  expect(blocks).toHaveLength(1);
  const folder = temporaryFolder();
  const [output = ''] = await runPasted(blocks, folder, environment(), portal.url);
  await portal.close();
  rmSync(folder, { recursive: true });
  expect(output).not.toContain('"error":');
  const answers = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).data);
  expect(answers[0]).toMatchObject({ currency: 'EUR', payment_handlers: ['invoice'] });
  expect(answers[1]).toEqual({ imported: 1, problems: [], warnings: [] });
  expect(answers[3]).toMatchObject({ id: 'bowl', price: 1590 });
  expect(answers.at(-1).map(({ id }: { id: string }) => id)).toEqual(['mug', 'bowl']);
  expect(answers.at(-1)[0].availability).toEqual({ status: 'in_stock', quantity: 25 });
});
