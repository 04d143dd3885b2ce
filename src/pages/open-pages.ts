import type { Operation } from '../calls/define.js';
import type { PaymentHandler } from '../ports.js';
import { docsPage } from './docs-page.js';
import type { Html } from './html.js';
import { PAGE_HEADERS, page } from './layout.js';
import { startPage } from './start-page.js';

/** The pages that are the same for everybody, generated once. */
export function openPages(operations: readonly Operation[], handlers: readonly PaymentHandler[]) {
  const pageAt = (path: string, title: string, body: Html) => ({
    path,
    headers: PAGE_HEADERS,
    text: page(title, body),
  });
  return [
    pageAt('/', 'Commerce and Attestation Portal', startPage()),
    pageAt('/docs', 'API', docsPage(operations, handlers)),
  ];
}
