import { VERSION } from '../../version.js';
import { Html, html } from '../html.js';
import { PAGE_HEADERS } from '../page-headers.js';

/** Paths of the style and the script of these pages. */
export const STYLE_PATH = '/docs/style.css';
export const SCRIPT_PATH = '/docs/script.js';

/** Allows only the style, script and calls of the portal itself; scripts cannot insert markup. */
export const DOCS_HEADERS = {
  ...PAGE_HEADERS,
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
} as const;

interface Shown {
  /** Window title, to which the portal's name is appended. */
  readonly title?: string;
  readonly body: Html;
  /** List of operations beside the page. */
  readonly aside?: Html;
  /** Path of a script that only this page loads. */
  readonly script?: string;
}

const MENU = [
  ['/docs', 'API'],
  ['/docs/errors', 'Errors'],
  ['/docs/mcp', 'MCP'],
  ['/docs/demo', 'Demo'],
  ['/verify', 'Verify'],
] as const;

const PORTAL = 'Commerce and Attestation Portal';

/** Renders a page for developers and operators, in English. */
export function docsDocument({ title, body, aside, script }: Shown): string {
  return `<!doctype html>\n${
    html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title === undefined ? PORTAL : `${title} · ${PORTAL}`}</title>
<link rel="stylesheet" href="${STYLE_PATH}">
<script src="${SCRIPT_PATH}" defer></script>
${
  script !== undefined &&
  html`<script src="${script}" type="module"></script>
`
}</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<a class="home" href="/"><span class="mark" aria-hidden="true"></span>Portal</a>
<nav class="menu" aria-label="Pages">${MENU.map(([path, text]) => html`<a class="menu-link" href="${path}">${text}</a>`)}</nav>
</header>
<div class="${aside ? 'page with-aside' : 'page'}">
${aside && html`<nav class="aside" aria-label="Operations">${aside}</nav>`}
<main class="main" id="content" tabindex="-1">
${body}
</main>
</div>
<footer class="foot">Version ${VERSION} · <a href="/openapi.json">OpenAPI 3.1</a></footer>
</body>
</html>
`.text
  }`;
}

/** Renders a constant text, with the parts in backticks as code. */
export function renderCode(text: string): Html {
  return new Html(html`${text}`.text.replaceAll(/`([^`]+)`/g, '<code>$1</code>'));
}
