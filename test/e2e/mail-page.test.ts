import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blocksIn, page, runPasted } from '../support/pasted.js';
import { offerShellCommands, type ShellCommands } from '../support/shell-commands.js';
import { type Serving, serve } from '../support/spawn.js';
import { temporaryFolder } from '../support/temporary-folder.js';

let folder: string;
let shell: ShellCommands;
let serving: Serving;
beforeAll(async () => {
  folder = temporaryFolder();
  serving = await serve(join(folder, 'data', 'portal.db'));
  shell = await offerShellCommands();
});
afterAll(async () => {
  await serving.stop('SIGTERM');
  await shell.close();
  rmSync(folder, { recursive: true });
});

/** Returns the shell blocks of a page after the marker for executed blocks. */
function markedBlocks(name: string) {
  const [, marked = ''] = page(name).split(/<!-- test: [^\n]*-->\n/);
  return blocksIn(marked);
}

test('runs the shell blocks of docs/mail.md in the terminal of docs/orders.md', async () => {
  const [purchase, terminal] = [markedBlocks('docs/start.md')[0], markedBlocks('docs/orders.md')[0]];
  const [tried, listed] = markedBlocks('docs/mail.md');
  if (!purchase || !terminal || !tried || !listed) throw new Error('a page lacks its blocks');
  const [, , previews = '', notices] = await runPasted(
    [purchase, terminal, tried, listed],
    folder,
    shell.env,
    serving.url,
  );
  expect(previews).toMatch(/^[^\n]*Ihre Bestellung 1001\n/);
  expect(previews).toMatch(/^\{"subject":"[^"]*new order 1001"/m);
  expect(previews).toMatch(/^acknowledged\n.*\.test@.*\.eml$/m);
  expect(notices).toBe('sent again: 0 notices\n{"data":[]}\n');
});
