import { afterEach, beforeEach, expect, test } from 'vitest';
import { changeCharacter } from '../support/change-character.js';
import { History } from './log-history/history.js';
import { Monitor } from './log-history/monitor.js';

let history: History;
beforeEach(() => {
  history = new History();
});
afterEach(() => history.remove());

test('rejects a consistency proof with a changed or missing hash, or with the checkpoints swapped', async () => {
  await history.grow(9);
  const older = await history.open((door) => Monitor.at(door));
  await history.grow(4);
  const newer = await history.open((door) => Monitor.at(door));
  const { json } = await history.open((door) => older.ask(door, `from=${older.size}&to=${newer.size}`));
  const hashes: readonly string[] = json.data.hashes;
  expect(older.isBeginningOf(newer, hashes)).toBe(true);
  hashes.forEach((hash, index) => {
    expect(older.isBeginningOf(newer, hashes.with(index, changeCharacter(hash, 0)))).toBe(false);
  });
  expect(older.isBeginningOf(newer, hashes.slice(1))).toBe(false);
  expect(newer.isBeginningOf(older, hashes)).toBe(false);
});
