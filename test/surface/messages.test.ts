import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { CARD, totalOf } from '../actors/shopper.js';
import { CHECKOUT_MESSAGES, checkoutMessage } from '../contract/message-contract.js';
import type { Row } from './messages/row.js';
import { openShop, type Scene } from './messages/scene.js';
import { TABLE } from './messages/table.js';

let world: Scene | undefined;
afterEach(async () => {
  await world?.portal.close();
  world = undefined;
});

interface Message {
  readonly code: string;
  readonly content: string;
}

const rows = Object.entries(TABLE).flatMap(([code, all]) => all.map((row) => ({ code, ...row })));

/** Returns the error code of completing while the message applies, or undefined if the message does not block. */
function refusalOf(code: string, { before }: Row): string | undefined {
  if (before === 'ready_for_complete' || before === 'complete_in_progress') return undefined;
  if (before === 'canceled') return 'checkout_closed';
  return code === 'out_of_stock' ? code : 'checkout_not_ready';
}

/** Checks that each language has the same messages in different words. */
async function saysInOthers({ by, id }: Scene, messages: readonly Message[]): Promise<void> {
  const told = new Set<string>();
  for (const language of ['en', 'de', 'fr', 'es', 'it']) {
    const { json } = await by.send('get_checkout', { checkout_id: id }, { 'accept-language': language });
    const said: readonly Message[] = json.data.messages;
    expect(said.map(({ code }) => code)).toEqual(messages.map(({ code }) => code));
    for (const { content } of said) {
      expect(content).not.toMatch(/\{\w+\}|undefined|\[object/);
      told.add(content);
    }
  }
  expect(told.size).toBe(5 * new Set(messages.map(({ content }) => content)).size);
}

describe('a message', () => {
  test.each(rows)('$code appears and is resolved: $how', async ({ code, ...row }) => {
    const own = await openShop(row.start ?? 'collected');
    world = own;
    const { cart, by, id: checkout_id } = own;
    const codes = ({ messages }: { messages: readonly Message[] }) => messages.map((message) => message.code);
    expect(codes(await cart('get_checkout'))).not.toContain(code);

    await row.happens(own);
    const during = await cart('get_checkout');
    expect(during.status).toBe(row.before);
    const found = during.messages.filter((message: Message) => message.code === code);
    for (const message of found) expect(checkoutMessage.parse(message)).toEqual(message);
    expect(found[0]?.content).toMatch(row.says);
    await saysInOthers(own, during.messages);
    const complete = { checkout_id, expected_total: totalOf(during), payment: { instruments: [CARD] } };
    const refusal = refusalOf(code, row);
    if (refusal !== undefined) await by.refused('complete_checkout', complete, refusal);

    await row.step(own);
    // After a cart has expired, the step leads to another cart.
    const after = row.before === 'canceled' ? await currentCart(own) : await cart('get_checkout');
    expect(codes(after)).not.toContain(code);
    expect(after.status).toBe(row.after);
    if (row.after !== 'ready_for_complete') return;
    const { data } = await by.ok('complete_checkout', { ...complete, expected_total: totalOf(after) });
    expect(data.status).toBe('completed');
  });

  test('is tested for every code', () => {
    const source = readFileSync(join(PACKAGE_ROOT, 'src', 'domain', 'checkout', 'message.ts'), 'utf8');
    const union = /export type MessageCode =([^;]+);/.exec(source)?.[1] ?? '';
    const declared = [...union.matchAll(/'(\w+)'/g)].map(([, code]) => code);
    expect(declared.length).toBeGreaterThan(10);
    const withRows = Object.keys(TABLE).filter((code) => rows.some((row) => row.code === code));
    expect(withRows.sort()).toEqual(declared.sort());
    expect([...CHECKOUT_MESSAGES.keys()].sort()).toEqual(declared);
  });
});

async function currentCart({ by, id }: Scene) {
  const { data } = await by.ok('get_cart', {});
  expect(data.id).not.toBe(id);
  return data;
}
