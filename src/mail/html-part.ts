import type { Face } from '../domain/shop/face.js';
import { Html, html } from '../pages/html.js';
import type { Block, LineEntry, Link } from './content.js';
import type { Logo } from './logo.js';

/**
 * Mail clients ignore most of CSS: the layout is made of tables, and each element has its own style. The style sheet
 * only adds the dark scheme, and the full width on phones.
 */
const SHEET = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:640px){.head{padding:16px!important}.card{padding:20px 16px!important}}
@media (prefers-color-scheme:dark){.page{background:#16181a!important}.card{background:#1f2225!important}.ink{color:#f1f3f4!important}.hint{color:#b4babf!important}.rule{border-color:#3a3f44!important}.link{color:LINK!important}}`;

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const INK = `${FONT};font-size:16px;line-height:24px;color:#1f2225`;
const HINT = `${FONT};font-size:14px;line-height:21px;color:#565e64`;
const RULE = 'border-top:1px solid #d5d9dc';
const TABLE = new Html('role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"');

interface HtmlMail {
  readonly subject: string;
  readonly blocks: readonly Block[];
  readonly face: Face;
  /** BCP 47 tag of the texts. */
  readonly tag: string;
  /** Attached to the same message. */
  readonly logo: Logo | undefined;
}

/** Renders a mail as one HTML document that loads nothing from elsewhere. */
export function renderHtml({ subject, blocks, face, tag, logo }: HtmlMail): string {
  const { accent, name } = face;
  const text = html`<html lang="${tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${subject}</title>
<style>${new Html(SHEET.replace('LINK', accent.dark.link))}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#eceff1;-webkit-text-size-adjust:100%">
<table ${TABLE} class="page" style="background:#eceff1"><tr><td align="center" style="padding:16px 8px">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table ${TABLE} style="max-width:600px">
<tr><td class="head" bgcolor="${accent.fill}" style="padding:18px 32px;background:${accent.fill};${FONT};font-size:20px;line-height:26px;font-weight:bold;color:${accent.text}">${logo ? logoPart(logo, face) : name}</td></tr>
<tr><td class="card" bgcolor="#ffffff" style="padding:28px 32px;background:#ffffff">${blocks.map((block) => blockPart(block, face))}
</td></tr></table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`.text;
  return `<!doctype html>\n${text}`;
}

function blockPart(block: Block, face: Face): Html {
  switch (block.type) {
    case 'heading':
      return html`
<h1 class="ink" style="margin:0 0 12px;${INK};font-size:24px;line-height:31px">${block.text}</h1>`;
    case 'paragraph':
      return html`
<p class="ink" style="margin:0 0 12px;${INK}">${lineBreaks(block.text)}</p>`;
    case 'hint':
      return html`
<p class="hint" style="margin:0 0 12px;${HINT}">${lineBreaks(block.text)}</p>`;
    case 'button':
      return buttonPart(block, face);
    case 'lines':
      return html`
<table ${TABLE} style="margin:16px 0">${block.lines.map(linePart)}
</table>`;
    case 'amounts':
      return html`
<table ${TABLE} style="margin:0 0 20px">${block.amounts.map(
        ({ name, text, isTotal }) => html`
<tr><td class="ink" style="padding:4px 12px 4px 0;${INK}${isTotal && ';font-weight:bold'}">${name}</td><td class="ink" align="right" valign="top" style="padding:4px 0;${INK};white-space:nowrap${isTotal && ';font-weight:bold'}">${text}</td></tr>`,
      )}
</table>`;
    case 'group':
      return html`
<table ${TABLE} style="margin:0 0 16px"><tr><td class="rule" style="padding:12px 0 0;${RULE}">
<h2 class="ink" style="margin:0 0 4px;${INK};font-weight:bold">${block.title}</h2>
<p class="hint" style="margin:0;${HINT}">${block.lines.map((line, index) => html`${index > 0 && html`<br>`}${typeof line === 'string' ? lineBreaks(line) : linkPart(line, face)}`)}</p>
</td></tr></table>`;
  }
}

/** Box into which a logo is scaled, in CSS pixels. */
const LOGO_BOX = { width: 120, height: 40 };

/** Shows the logo on white, since most are made for it. Outlook scales pictures by attributes only. */
function logoPart({ cid, width, height }: Logo, { name, accent }: Face): Html {
  const scale = Math.min(1, LOGO_BOX.width / width, LOGO_BOX.height / height);
  const [shownWidth, shownHeight] = [width, height].map((edge) => Math.max(1, Math.round(edge * scale)));
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td bgcolor="#ffffff" style="padding:4px;border-radius:6px;background:#ffffff;line-height:0"><img src="cid:${cid}" width="${shownWidth}" height="${shownHeight}" alt="" style="display:block;border:0"></td><td style="padding:0 0 0 14px;${FONT};font-size:20px;line-height:26px;font-weight:bold;color:${accent.text}">${name}</td></tr></table>`;
}

/** Outlook gives padding to table cells only, so the button is one. */
function buttonPart({ text, url }: Link, { accent }: Face): Html {
  return html`
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:16px 0"><tr><td bgcolor="${accent.fill}" style="padding:12px 22px;border-radius:6px;background:${accent.fill};border:1px solid ${accent.light.edge}"><a href="${url}" style="${FONT};font-size:16px;line-height:20px;font-weight:bold;color:${accent.text};text-decoration:none">${text}</a></td></tr></table>`;
}

function linePart({ title, details, amount }: LineEntry): Html {
  return html`
<tr><td class="rule" valign="top" style="padding:10px 12px 10px 0;${RULE}"><span class="ink" style="${INK};font-weight:bold">${title}</span>${details.map(
    (text) => html`<br><span class="hint" style="${HINT}">${text}</span>`,
  )}</td><td class="rule ink" align="right" valign="top" style="padding:10px 0;${INK};${RULE};white-space:nowrap">${amount}</td></tr>`;
}

function linkPart({ text, url }: Link, { accent }: Face): Html {
  return html`<a class="link" href="${url}" style="color:${accent.light.link}">${text}</a>`;
}

/** Keeps the line breaks of texts such as payment instructions. */
function lineBreaks(text: string): Html[] {
  return text.split('\n').map((line, index) => html`${index > 0 && html`<br>`}${line}`);
}
