import type { Request } from 'express';

/** Returns the query of a request's URL. */
export function queryOf({ url }: Pick<Request, 'url'>): URLSearchParams {
  return new URLSearchParams(url.split('?', 2)[1]);
}
