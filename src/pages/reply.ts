import type { Response } from 'express';
import type { Html } from './html.js';
import { PAGE_HEADERS, page } from './layout.js';

export function sendPage(response: Response, status: number, title: string, body: Html): void {
  response.status(status).set(PAGE_HEADERS).send(page(title, body));
}
