import { Html, html } from './html.js';

/** Readable without a script, a font or a second request; dark where the reader's system is. */
const STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --accent: #0b6b53; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 44rem; font: 1rem/1.55 system-ui, sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .25rem; }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
.badge { display: inline-block; padding: .1rem .6rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--soft); }
.lines { list-style: none; margin: 0; padding: 0; }
.lines li { display: flex; gap: 1rem; padding: .75rem 0; border-bottom: 1px solid var(--line); }
.lines img { width: 4rem; height: 4rem; border-radius: .5rem; background: var(--soft); }
.lines .what { flex: 1; }
.lines small, .muted { opacity: .8; }
table { width: 100%; border-collapse: collapse; }
th { text-align: left; font-weight: normal; }
td, th { padding: .3rem 0; }
td { text-align: right; font-variant-numeric: tabular-nums; }
tr.total > * { border-top: 2px solid var(--line); font-weight: 700; }
.notes { margin: 0; padding-left: 1.2rem; }
.notes .warning { opacity: .85; }
address { font-style: normal; }
footer { margin-top: 3rem; border-top: 1px solid var(--line); padding-top: 1rem; }
a { color: LinkText; }
`;

export function page(title: string, body: Html, language = 'en'): string {
  return `<!doctype html>\n${
    html`<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`.text
  }`;
}

/** What every page is sent with: no script, no frame, nothing from elsewhere but pictures. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' https:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;
