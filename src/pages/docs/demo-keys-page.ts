import type { Operation } from '../../calls/define.js';
import { groupsOf } from '../../operations/groups.js';
import { DOCS_HEADERS, docsDocument } from './docs-layout.js';
import { asidePart } from './groups.js';
import { demoPage, type ShownKey } from './guide-pages.js';

/**
 * Renders `/docs/demo` with the demo's keys. The page's script stores them for the forms in the same tab
 * (views/docs/keys.ts).
 */
export function demoKeysDocument(operations: readonly Operation[], url: string, keys: readonly ShownKey[]) {
  const text = docsDocument({ title: 'Demo shop', aside: asidePart(groupsOf(operations)), body: demoPage(url, keys) });
  return { headers: DOCS_HEADERS, text };
}
