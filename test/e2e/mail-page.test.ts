import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { browseMails } from '../mail/browsing.js';
import { blocksIn, page, runPasted } from '../support/pasted.js';
import { offerShellCommands, type ShellCommands } from '../support/shell-commands.js';
import { type Serving, serve } from '../support/spawn.js';
import { temporaryFolder } from '../support/temporary-folder.js';

let folder: string;
let mails: string;
let shell: ShellCommands;
let serving: Serving;
beforeAll(async () => {
  folder = temporaryFolder();
  mails = join(folder, 'data', 'mail');
  serving = await serve(join(folder, 'data', 'portal.db'), { PORTAL_SMTP_URL: `file:${mails}` });
  shell = await offerShellCommands();
});
afterAll(async () => {
  await serving.stop('SIGTERM');
  await shell.close();
  rmSync(folder, { recursive: true });
});

/** Kinds of the notices about the order of the page. */
const KINDS = ['placed', 'shipped', 'shipped', 'refunded'];

/** Returns the shell blocks of a page after the marker for executed blocks. */
function markedBlocks(name: string) {
  const [, marked = ''] = page(name).split(/<!-- test: [^\n]*-->\n/);
  return blocksIn(marked);
}

test('runs the shell blocks of docs/mail.md in the terminal of docs/orders.md', async () => {
  const [purchase, terminal] = [markedBlocks('docs/start.md')[0], markedBlocks('docs/orders.md')[0]];
  const [tried, watched, , , listed] = markedBlocks('docs/mail.md');
  if (!purchase || !terminal || !tried || !watched || !listed) throw new Error('a page lacks its blocks');
  const blocks = [purchase, terminal, tried, watched, listed];
  const [, , previews = '', bought = '', notices = ''] = await runPasted(blocks, folder, shell.env, serving.url);
  expect(previews).toMatch(/^[^\n]*Ihre Bestellung 1001\n/);
  expect(previews).toMatch(/^\{"subject":"[^"]*new order 1001"/m);
  expect(previews).toMatch(/^acknowledged\n[\s\S]*\.test@.*\.eml$/m);
  expect([...bought.matchAll(/^dlv_\S+ {2}\S+ {2}(\w+) {2}order/gm)].map(([, kind]) => kind)).toEqual(KINDS);
  expect(notices).toContain('sent again: 0 notices\n');
  await expectMails(/order\/(ord_[\w-]+)/.exec(bought)?.[1] ?? '');
});

/** Expects the mails about an order in the folder, and on the page of `portal mail browse`. */
async function expectMails(order: string) {
  const about = () => readdirSync(mails).filter((name) => name.includes(order) && name.endsWith('.eml'));
  await expect.poll(() => about().length).toBe(KINDS.length);
  expect(
    about()
      .map((name) => name.split('.')[1])
      .toSorted(),
  ).toEqual(KINDS.toSorted());
  const page = await browseMails(mails);
  const list = await (await fetch(page.url)).text();
  for (const name of about()) expect(list).toContain(`<a href="${name.slice(0, -'.eml'.length)}/">`);
  expect(await page.stop()).toBe(0);
}
