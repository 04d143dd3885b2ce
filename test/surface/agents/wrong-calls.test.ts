import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPortal, type TestPortal } from '../../support/portal.js';
import { harmfulIn } from './harmful.js';
import { MISLED } from './misled-rows.js';
import { REFUSED } from './refused-rows.js';
import type { Args, Row } from './row.js';
import { callTool, type Known, sceneOf } from './scene.js';
import { TAKEN } from './taken-rows.js';

/**
 * Calls by agents that are either accepted, or rejected with a message that leads to a successful call. No model takes
 * part: `next` of a case may use only the message and the agent's earlier knowledge.
 */

let portal: TestPortal;
let buyers = 0;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

const argsOf = (args: Args, known: Known) => (typeof args === 'function' ? args(known) : args);

async function beforeCall({ start, before = [] }: Row) {
  buyers += 1;
  const scene = await sceneOf(portal, start, `b${buyers}`);
  for (const [tool, args] of before) {
    const right = await callTool(portal, scene.buyer, tool, argsOf(args, scene.known));
    expect(right).toMatchObject({ ok: true });
  }
  return scene;
}

const ROWS = [...TAKEN, ...REFUSED, ...MISLED];

test('lists enough cases, each with a unique name', () => {
  const names = ROWS.map(({ tool, name }) => `${tool}: ${name}`);
  expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
  expect(TAKEN.length).toBeGreaterThanOrEqual(80);
  expect(REFUSED.length + MISLED.length).toBeGreaterThanOrEqual(80);
});

describe('accepts the call', () => {
  test.each(TAKEN)('$tool: $name', async (row) => {
    const { buyer, known } = await beforeCall(row);
    const answer = await callTool(portal, buyer, row.tool, argsOf(row.args, known));
    expect(answer).toMatchObject({ ok: true });
  });
});

describe('rejects the call, and leads to one that succeeds', () => {
  test.each([...REFUSED, ...MISLED])('$tool: $name', async ({ refused, ...row }) => {
    const { buyer, known } = await beforeCall(row);
    const answer = await callTool(portal, buyer, row.tool, argsOf(row.args, known));
    expect({ ok: answer.ok, error: answer.error }, answer.says).toEqual({ ok: false, error: refused?.code });
    if (refused?.code !== '-32602') expect(harmfulIn(answer.says, row.tool)).toEqual([]);
    const words = refused?.says.exec(answer.says);
    expect(answer.says).toMatch(refused?.says ?? /^$/);
    if (!refused || !words) return;
    const [tool, args] = refused.next(words, known);
    expect(await callTool(portal, buyer, tool, args), `${tool} ${JSON.stringify(args)}`).toMatchObject({ ok: true });
  });
});

test.each([
  ['oregon-pinot-noir', /only by people who are 21 or older/],
  ['espresso-machine', /above the limit/],
])("links to the buyer's page when only the buyer can resolve the problem: %s", async (id, why) => {
  const { buyer } = await sceneOf(portal, 'empty', `link-${id}`);
  await callTool(portal, buyer, 'add_line_items', { line_items: [{ item: { id }, quantity: 3 }] });
  const { error, says } = await callTool(portal, buyer, 'complete_checkout', { expected_total: 1 });
  expect(error).toBe('checkout_not_ready');
  expect(says).toMatch(why);
  const [, link = ''] = /Ask the buyer to open (http\S+)/.exec(says) ?? [];
  expect((await fetch(link)).status).toBe(200);
});
