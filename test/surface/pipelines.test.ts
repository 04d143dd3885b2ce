import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Pipelines } from '../../src/http/pipelines.js';

/** Takes requests of connections, and lists the requests that have begun. */
function pipelinesOf(maxUnanswered: number) {
  const pipelines = new Pipelines(maxUnanswered);
  const begun: string[] = [];
  const take = (socket: Socket, name: string) => {
    const response = new ServerResponse(new IncomingMessage(socket));
    pipelines.take(socket, { response, begin: () => void begun.push(name) });
    return { response };
  };
  /** Ends a response as Node does when all of it is sent. Returns the requests that begin then and in the next turn. */
  const end = async ({ response }: { response: ServerResponse }) => {
    response.emit('close');
    const now = begun.splice(0);
    await nextTurn();
    return { now, next: begun.splice(0) };
  };
  return { pipelines, begun, take, end };
}

it('begins the requests of a connection in order, each in the turn after the previous response was sent', async () => {
  const { begun, take, end } = pipelinesOf(64);
  const [many, one] = [new Socket(), new Socket()];
  const [first, second, third] = [take(many, 'a1'), take(many, 'a2'), take(many, 'a3')];
  take(one, 'b1');
  expect(begun.splice(0)).toEqual(['a1', 'b1']);
  await nextTurn();
  expect(begun).toEqual([]);
  expect(await end(first)).toEqual({ now: [], next: ['a2'] });
  expect(await end(second)).toEqual({ now: [], next: ['a3'] });
  expect(await end(third)).toEqual({ now: [], next: [] });
  take(many, 'a4');
  expect(begun).toEqual(['a4']);
});

it('begins no request on a connection that was destroyed or ended', async () => {
  const { take, end } = pipelinesOf(64);
  const [gone, ended] = [new Socket(), new Socket()];
  const firsts = [take(gone, 'a1'), take(ended, 'b1')];
  for (const [socket, name] of [
    [gone, 'a2'],
    [ended, 'b2'],
  ] as const)
    take(socket, name);
  gone.destroy();
  ended.end();
  const ends = [];
  for (const first of firsts) ends.push((await end(first)).next);
  expect(ends).toEqual([[], []]);
});

it('closes a connection with too many unread responses', () => {
  const { pipelines, take } = pipelinesOf(2);
  const socket = new Socket();
  const rooms = ['a1', 'a2'].map((name) => {
    const hasRoom = pipelines.hasRoom(socket);
    take(socket, name);
    return hasRoom;
  });
  expect(rooms).toEqual([true, true]);
  expect([pipelines.hasRoom(socket), socket.destroyed, pipelines.stats.closed]).toEqual([false, true, 1]);
  // A closed connection is counted once.
  expect([pipelines.hasRoom(socket), pipelines.stats.closed]).toEqual([false, 1]);
});
