import type { Locale } from '../texts/locale.js';
import type { RenderedPage } from './cached-pages.js';
import { DOCUMENT_META } from './document-meta.js';
import { type Html, html } from './html.js';
import { PAGE_HEADERS } from './page-headers.js';
import { pageFiles } from './shop/page-files.js';

/** Pages for people who sign in. No other page can frame them, and only forms with passkeys need a script. */

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' https:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

export interface StaffPage {
  readonly title: string;
  readonly body: Html;
  /** Content of the header, such as links to other pages. */
  readonly header?: Html;
  readonly isWide?: boolean;
  /** True if it shows another page of the portal in a frame. */
  readonly hasFrame?: boolean;
  /** True if a form of the page uses passkeys. */
  readonly hasPasskeys?: boolean | undefined;
  /** Relative URL that the browser loads at once. */
  readonly next?: string;
}

/** @param root root of the portal, relative to the URL in the browser */
export function staffPage({ tag }: Locale, root: string, page: StaffPage): RenderedPage {
  const text = html`<html lang="${tag}">
<head>
${DOCUMENT_META}
<title>${page.title}</title>
${page.next !== undefined && html`<meta http-equiv="refresh" content="0; url=${page.next}">`}
<link rel="stylesheet" href="${root}/assets/${pageFiles().style.name}">
<link rel="stylesheet" href="${root}/assets/${pageFiles().desk.name}">
${page.hasPasskeys && html`<script src="${root}/assets/${pageFiles().passkeys.name}" type="module"></script>`}
</head>
<body>
${page.header && html`<header class="brand desk"><div>${page.header}</div></header>`}
<main${page.isWide === true && html` class="wide"`}>
${page.body}
</main>
</body>
</html>
`.text;
  const bytes = Buffer.from(`<!doctype html>\n${text}`);
  const headers = {
    ...PAGE_HEADERS,
    'cache-control': 'no-store',
    'content-security-policy': policyOf(page),
    'x-frame-options': 'DENY',
    'content-language': tag,
    'content-length': bytes.length,
  };
  return { headers, bytes };
}

function policyOf({ hasFrame, hasPasskeys }: StaffPage): string {
  return [...POLICY, ...(hasFrame ? ["frame-src 'self'"] : []), ...(hasPasskeys ? ["script-src 'self'"] : [])].join(
    '; ',
  );
}
