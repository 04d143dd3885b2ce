import { gzipSync } from 'node:zlib';
import type { Response } from 'express';
import type { RenderedPage } from './cached-pages.js';
import { sendPage } from './shop/shop-page.js';

/** Size from which pages are compressed; below it, little is saved. Bytes. */
const MIN_COMPRESSED = 1024;

/**
 * Sends a page, compressed if the browser accepts that. The length of a compressed page tells what it contains about
 * text that somebody else put in it. Others can choose the query of an address, so a page with a query is not
 * compressed, and a page that shows a secret must not be sent this way.
 */
export function sendCompressed(response: Response, status: number, { headers, bytes }: RenderedPage): void {
  const { req: request } = response;
  response.vary('accept-encoding');
  const mayCompress = bytes.length >= MIN_COMPRESSED && !request.originalUrl.includes('?');
  const isCompressed = mayCompress && request.acceptsEncodings('gzip', 'identity') === 'gzip';
  sendPage(response, status, isCompressed ? compress({ headers, bytes }) : { headers, bytes });
}

function compress({ headers, bytes }: RenderedPage): RenderedPage {
  const packed = gzipSync(bytes);
  return { headers: { ...headers, 'content-encoding': 'gzip', 'content-length': packed.length }, bytes: packed };
}
