import type { Response } from 'express';
import type { AnyAnswer } from '../calls/answer.js';
import { PAGE_HEADERS } from './page-headers.js';

/** Sends `data` of an answer as a file to save. */
export function sendJsonFile(response: Response, name: string, { body }: AnyAnswer): void {
  const data = typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined;
  response.set({
    ...PAGE_HEADERS,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': `attachment; filename="${name}"`,
  });
  response.send(JSON.stringify(data));
}
