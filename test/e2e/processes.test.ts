import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeOrder, readyCart, shopper } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { run } from '../support/program.js';
import { portal as spawnPortal } from '../support/spawn.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/**
 * Runs each command in a separate process and in this one, and compares the results. Other tests run commands only in
 * their own process; this one shows that the program passes on arguments, environment, output and exit code. `serve`
 * and `stdio` have separate tests (start, two-processes, sigterm, stdio).
 */

let portal: TestPortal;
let folder: string;
let order: string;
beforeAll(async () => {
  portal = await startPortal();
  folder = temporaryFolder();
  const by = shopper(portal);
  order = await placeOrder(by, await readyCart(by));
  writeFileSync(join(folder, 'items.csv'), 'id,title,price,fulfillment_types\na,A,1,shipping\nb,B\n');
});
afterAll(() => portal.close());

/** Arguments, exit code, and the stream that the command writes to. */
const COMMANDS: readonly (readonly [args: string, code: number, writes: 'stdout' | 'stderr'])[] = [
  ['--version', 0, 'stdout'],
  ['--help', 0, 'stdout'],
  ['bogus', 2, 'stderr'],
  ['serve --port abc', 2, 'stderr'],
  ['stdio --demo --db absent/portal.db --key', 2, 'stderr'],
  ['init --demo --json', 0, 'stdout'],
  ['orgs create', 2, 'stderr'],
  ['keys list --organization ORG --json', 0, 'stdout'],
  ['shop get', 0, 'stdout'],
  ['discounts list', 0, 'stdout'],
  ['orders show ORDER', 0, 'stdout'],
  ['orders link ORDER', 0, 'stdout'],
  ['orders note ORDER', 0, 'stdout'],
  ['summary --json', 0, 'stdout'],
  ['receipt context ORDER', 0, 'stdout'],
  ['log verify', 0, 'stdout'],
  ['import FILE', 1, 'stderr'],
];

test.each(COMMANDS)(
  'runs portal %s, which ends with %i and writes to %s, the same in a separate process as in this one',
  async (...row) => {
    const [args, code, writes] = row;
    const words: Readonly<Record<string, string>> = {
      ORG: portal.demo.organization_id,
      ORDER: order,
      FILE: join(folder, 'items.csv'),
    };
    const given = args.split(' ').map((word) => words[word] ?? word);
    const env = { PORTAL_DB: portal.database };
    const ran = await spawnPortal(given, env);
    expect(ran.code, ran.stderr).toBe(code);
    expect(ran[writes]).not.toBe('');
    expect(ran).toEqual(await run(given, env));
  },
);
