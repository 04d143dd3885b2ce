import type { NextFunction, Request, RequestHandler, Response } from 'express';

/**
 * Joins middleware into one that runs it in order, since Express would match the path for each, and make several
 * closures. An error that is thrown or passed on ends the order.
 */
export function inOrder(handlers: readonly RequestHandler[]): RequestHandler {
  return handlers.reduceRight<RequestHandler>(
    (after, handler) => (request, response, done) => run(handler, request, response, after, done),
    (_request, _response, done) => done(),
  );
}

function run(
  handler: RequestHandler,
  request: Request,
  response: Response,
  after: RequestHandler,
  done: NextFunction,
): void {
  const next: NextFunction = (error) => {
    if (error) done(error);
    else after(request, response, done);
  };
  try {
    const pending: unknown = handler(request, response, next);
    if (pending instanceof Promise) pending.catch(done);
  } catch (error) {
    done(error);
  }
}
