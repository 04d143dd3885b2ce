import { html } from './html.js';

/** Begins the head of each page of people: none is indexed, and none tells other sites its URL, which may be secret. */
export const DOCUMENT_META = html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">`;
