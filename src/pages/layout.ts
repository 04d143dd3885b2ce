import { Html, html } from './html.js';

/** Needs no script, no font and no second request; dark where the reader's system is. */
const STYLE = `
:root { color-scheme: light dark; --page: #fff; --text: #1a1d1c; --muted: #56605c; --line: #d5dad8; --field: #767f7b;
  --soft: #f2f5f4; --accent: #0b6b53; --link: #0b6b53; --problem: #b3261e; }
@media (prefers-color-scheme: dark) {
  :root { --page: #131615; --text: #e9eceb; --muted: #a9b3af; --line: #39403d; --field: #7d8783; --soft: #1e2321;
    --link: #7fd1b5; --problem: #f2978f; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 44rem; background: var(--page); color: var(--text);
  font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .5rem; }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1.25rem 0 .25rem; }
a { color: var(--link); }
small, .muted { color: var(--muted); }
.badge { display: inline-block; padding: .1rem .7rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--soft); }
.problem, .notes { border-radius: .25rem; background: var(--soft); }
.problem { border-left: .25rem solid var(--problem); padding: .6rem .9rem; }
.notes { margin: 0; padding: .6rem .9rem .6rem 2rem; }
.lines { list-style: none; margin: 0; padding: 0; }
.lines li { display: flex; gap: 1rem; padding: .75rem 0; border-bottom: 1px solid var(--line); }
.lines img { width: 4rem; height: 4rem; border-radius: .5rem; background: var(--soft); }
.lines .what { flex: 1; }
.lines .price, td { text-align: right; font-variant-numeric: tabular-nums; }
table { width: 100%; border-collapse: collapse; }
th { text-align: left; font-weight: normal; }
td, th { padding: .3rem 0; }
tr.total > * { border-top: 2px solid var(--line); font-weight: 700; }
address { font-style: normal; }
.timeline { margin: 0; padding-left: 1.2rem; }
form { max-width: 30rem; }
form p { margin: .6rem 0; }
form label { display: block; }
form .choice { display: flex; gap: .6rem; align-items: baseline; padding: .4rem 0; }
fieldset { margin: 0; padding: .25rem .9rem; border: 1px solid var(--line); border-radius: .5rem; }
input:not([type=radio]), select { display: block; width: 100%; margin-top: .2rem; padding: .55rem; border: 1px solid var(--field);
  border-radius: .4rem; background: var(--page); color: inherit; font: inherit; }
button { margin-top: .5rem; padding: .65rem 1.2rem; border: 0; border-radius: .5rem; background: var(--accent); color: #fff;
  font: inherit; font-weight: 600; cursor: pointer; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
footer { margin-top: 3rem; border-top: 1px solid var(--line); padding-top: 1rem; }
`;

/** The pages are in English; amounts are written as in the reader's language. */
export function page(title: string, body: Html): string {
  return `<!doctype html>\n${
    html`<html lang="en">
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

/** The headers of every page: no script, no frame, nothing from other hosts except pictures. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' https:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;
