import { Html, html } from '../pages/html.js';
import { PAGE_HEADERS } from '../pages/page-headers.js';

/** A mail in a folder as a page shows it. */
export interface StoredMail {
  /** Name of its files, without their extension. */
  readonly name: string;
  /** When it was written. Milliseconds since the epoch. */
  readonly at: number;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A page, and the headers that keep a mail's content from doing anything. */
export interface MailPage {
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

const STYLE = new Html(`:root{color-scheme:light dark;font-family:system-ui,sans-serif}
body{max-width:60rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.4rem .8rem .4rem 0;border-bottom:1px solid #8886}
iframe{width:100%;height:48rem;border:1px solid #8886;background:#fff}pre{white-space:pre-wrap;overflow-wrap:anywhere}`);

const HEADERS = pageHeaders("style-src 'unsafe-inline'; frame-src 'self'; form-action 'none'; frame-ancestors 'none'");
/** Links open in a new tab, since no other page may be in the frame. */
const FRAMED = 'sandbox allow-popups allow-popups-to-escape-sandbox';
const MAIL_HEADERS = pageHeaders(`style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; ${FRAMED}`);

function pageHeaders(policy: string) {
  return { ...PAGE_HEADERS, 'cache-control': 'no-store', 'content-security-policy': `default-src 'none'; ${policy}` };
}

/** Lists the mails of a folder. */
export function listPage(mails: readonly StoredMail[]): MailPage {
  const rows = mails.map(
    ({ name, at, to, subject }) =>
      html`<tr><td>${timeText(at)}</td><td>${to}</td><td><a href="${name}/">${subject}</a></td></tr>\n`,
  );
  return pageWith(
    'Sent mail',
    html`<h1>Sent mail</h1>
<table><thead><tr><th>Time (UTC)</th><th>To</th><th>Subject</th></tr></thead>
<tbody>${rows}</tbody></table>
${mails.length === 0 && html`<p>No mail yet. Reload this page after an order.</p>`}`,
  );
}

/** Shows a mail: the HTML part in a frame, the text part, and the headers. */
export function mailPage({ subject, text, at, to }: StoredMail, headers: string): MailPage {
  return pageWith(
    subject,
    html`<p><a href="../">Sent mail</a></p>
<h1>${subject}</h1>
<p>To ${to}, ${timeText(at)} UTC</p>
<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" src="html" title="HTML part"></iframe>
<h2>Text part</h2>
<pre>${text}</pre>
<h2>Headers</h2>
<pre>${headers}</pre>`,
  );
}

/** Returns the HTML part for the frame. */
export function framedPart({ html: part }: StoredMail): MailPage {
  return { headers: MAIL_HEADERS, text: part.replace('<head>', '<head><base target="_blank">') };
}

function pageWith(title: string, body: Html): MailPage {
  const text = html`<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${STYLE}</style></head>
<body>${body}</body></html>
`.text;
  return { headers: HEADERS, text: `<!doctype html>\n${text}` };
}

function timeText(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ');
}
