import { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ConnectionTurns } from '../../src/http/connection-turns.js';

it('starts one request per connection and turn, in order, when requests arrive together', async () => {
  const turns = new ConnectionTurns();
  const [many, one, gone, ended] = [new Socket(), new Socket(), new Socket(), new Socket()];
  const begun: string[] = [];
  const take = (socket: Socket, name: string) => turns.take(socket, () => void begun.push(name));
  for (const name of ['a1', 'a2', 'a3']) take(many, name);
  take(one, 'b1');
  for (const name of ['c1', 'c2']) take(gone, name);
  for (const name of ['d1', 'd2']) take(ended, name);
  gone.destroy();
  ended.end();
  expect(begun.splice(0)).toEqual(['a1', 'b1', 'c1', 'd1']);
  await nextTurn();
  take(many, 'a4');
  take(one, 'b2');
  expect(begun.splice(0)).toEqual(['a2', 'b2']);
  await nextTurn();
  await nextTurn();
  expect(begun.splice(0)).toEqual(['a3', 'a4']);
  await nextTurn();
  take(many, 'a5');
  expect(begun).toEqual(['a5']);
});
