import { once } from 'node:events';
import { createServer } from 'node:http';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { expect, it } from 'vitest';
import { inOrder } from '../../src/http/in-order.js';

const ran =
  (name: string): RequestHandler =>
  (_request, response, next) => {
    response.locals.ran = `${response.locals.ran ?? ''}${name}`;
    setImmediate(next);
  };

/** Sends one request through the handlers. Returns which of them ran, and the error that the app received, if any. */
async function answerOf(...handlers: readonly RequestHandler[]): Promise<unknown> {
  const app = express().use(inOrder(handlers), ran('after'));
  app.use((_request, response) => void response.json({ ran: response.locals.ran }));
  app.use((error: Error, _request: Request, response: Response, _next: NextFunction) => {
    response.json({ ran: response.locals.ran, error: error.message });
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  try {
    return await (await fetch(`http://127.0.0.1:${port}`)).json();
  } finally {
    server.close();
  }
}

it('runs handlers in order, and then the rest of the app', async () => {
  expect(await answerOf(ran('a'), ran('b'))).toEqual({ ran: 'abafter' });
});

it('ends without the later handlers when one responds', async () => {
  const responds: RequestHandler = (_request, response) =>
    void response.json({ ran: response.locals.ran, responded: true });
  expect(await answerOf(ran('a'), responds, ran('b'))).toEqual({ ran: 'a', responded: true });
});

it.each<[how: string, fails: RequestHandler]>([
  ['passed on', (_request, _response, next) => next(new Error('no'))],
  [
    'thrown',
    () => {
      throw new Error('no');
    },
  ],
  ['rejected', () => Promise.reject(new Error('no'))],
])('passes an error that is %s to the app, without the later handlers', async (_how, fails) => {
  expect(await answerOf(ran('a'), fails, ran('b'))).toEqual({ ran: 'a', error: 'no' });
});
