import { createHash } from 'node:crypto';
import type { Response } from 'express';
import { accentOf } from '../../domain/shop/brand.js';
import type { Face } from '../../domain/shop/face.js';
import { memo } from '../../domain/values/memo.js';
import type { PaymentClient } from '../../ports.js';
import type { Locale } from '../../texts/locale.js';
import type { RenderedPage } from '../cached-pages.js';
import { DOCUMENT_META } from '../document-meta.js';
import { Html, html } from '../html.js';
import { PAGE_HEADERS } from '../page-headers.js';
import { iconPath } from './page-assets.js';
import { pageFiles } from './page-files.js';
import { contactPart, imprintPart, linksPart, type PageLink } from './shop-parts.js';

/** Location of a page, relative to the URL in the browser. */
export interface Place {
  /** Root of the portal. */
  readonly root: string;
  /** The page itself. */
  readonly self: string;
}

/** Inputs that all pages of a shop share. */
export interface Shown {
  readonly locale: Locale;
  readonly place: Place;
  /** Absent on error pages, which belong to no shop. */
  readonly face?: Face;
}

interface Page {
  readonly title: string;
  readonly body: Html;
  /** Class of the `main` element. */
  readonly layout?: 'wide' | 'order';
  readonly links?: readonly PageLink[];
  /** Relative URL that the browser loads at once. */
  readonly next?: string | undefined;
  /** True if the page reloads automatically. */
  readonly looksAgain?: boolean;
  /** True if pages of others may show it in a frame. */
  readonly isFramed?: boolean;
  /** True if it is only looked at in a frame of the desk. It then runs no script. */
  readonly isPreview?: boolean;
  /** Source, besides the portal, to which the answer of a form may redirect. */
  readonly formTarget?: string;
  /** Providers whose scripts the page loads. No other page does. */
  readonly clients?: readonly PaymentClient[];
  /** True if a form of the page uses passkeys. */
  readonly hasPasskeys?: boolean | undefined;
}

/** Reload interval in browsers without scripts, in seconds. */
const AGAIN_SECONDS = 5;

export function sendPage(response: Response, status: number, { headers, bytes }: RenderedPage): void {
  response.writeHead(status, headers).end(bytes);
}

/** Renders a page in the shop's design. */
export function shopPage(shown: Shown, page: Page): RenderedPage {
  const style = colors(shown.face);
  const bytes = Buffer.from(textOf(shown, page, style));
  const headers = {
    ...PAGE_HEADERS,
    'cache-control': 'no-store',
    'content-security-policy': policyOf(style, page),
    'content-language': shown.locale.tag,
    'content-length': bytes.length,
  };
  return { headers, bytes };
}

function policyOf(style: string, { clients = [], isFramed = false, isPreview = false, formTarget }: Page): string {
  const sources = (kind: keyof PaymentClient['sources'], own: readonly string[]) =>
    [...new Set([...own, ...clients.flatMap((client) => client.sources[kind])])].join(' ');
  return [
    "default-src 'none'",
    `script-src ${sources('script', ["'self'"])}`,
    `style-src 'self' 'sha256-${hashOf(style)}'`,
    "img-src 'self' https:",
    `connect-src ${sources('connect', ["'self'"])}`,
    ...(clients.length > 0 ? [`frame-src ${sources('frame', [])}`] : []),
    `form-action 'self'${formTarget === undefined ? '' : ` ${formTarget}`}`,
    "base-uri 'none'",
    `frame-ancestors ${isPreview ? "'self'" : isFramed ? '*' : "'none'"}`,
  ].join('; ');
}

const MAX_STYLES = 100;

const hashOf = memo(MAX_STYLES, (style: string) => createHash('sha256').update(style).digest('base64'));

function textOf(shown: Shown, page: Page, style: string): string {
  const { title, body, layout, links = [], next, looksAgain, isPreview, clients = [], hasPasskeys } = page;
  const { locale, place, face } = shown;
  const { style: css, script, stripe, passkeys } = pageFiles();
  const asset = (name: string) => `${place.root}/assets/${name}`;
  return `<!doctype html>\n${
    html`<html lang="${locale.tag}">
<head>
${DOCUMENT_META}
<title>${title}${face && ` · ${face.name}`}</title>
${face && html`<link rel="icon" href="${iconOf(face, place)}">`}
<link rel="stylesheet" href="${asset(css.name)}">
<style>${new Html(style)}</style>
${isPreview !== true && html`<script src="${asset(script.name)}" type="module"></script>`}
${clients.map(
  ({ kind, scripts }) =>
    html`${scripts.map((url) => html`<script src="${url}" defer></script>\n`)}<script src="${asset({ stripe }[kind].name)}" type="module"></script>`,
)}
${hasPasskeys && html`<script src="${asset(passkeys.name)}" type="module"></script>\n`}${next !== undefined && html`<meta http-equiv="refresh" content="0; url=${next}">\n`}${looksAgain && html`<noscript><meta http-equiv="refresh" content="${AGAIN_SECONDS}; url=${place.self}"></noscript>`}
</head>
<body>
${face && headerPart(face, shown)}
<main${layout && html` class="${layout}"`}>
${body}
</main>
${face && footerPart(face, shown, links)}
</body>
</html>
`.text
  }`;
}

/** Colors of pages without a shop. */
const PLAIN = accentOf('', { accent_color: '#2f4858' });

/** Renders the merchant's colors in the light and the dark scheme. */
function colors(face: Face | undefined): string {
  const { fill, text, light, dark } = face?.accent ?? PLAIN;
  const shades = ({ link, edge }: typeof light) => `--link:${link};--edge:${edge}`;
  return `:root{--accent:${fill};--on-accent:${text};${shades(light)}}@media screen and (prefers-color-scheme:dark){:root{${shades(dark)}}}`;
}

function iconOf({ accent, initial, brand }: Face, { root }: Place): string {
  return brand.logo === undefined ? `${root}/${iconPath(accent.fill, initial)}` : `${root}${brand.logo}`;
}

function headerPart(face: Face, { place }: Shown): Html {
  return html`<header class="brand"><div><span class="logo" data-letter="${face.initial}"><img src="${iconOf(face, place)}" alt=""></span><span class="name">${face.name}</span></div></header>`;
}

/** Renders the merchant's contact, links and imprint. */
function footerPart(face: Face, { locale }: Shown, links: NonNullable<Page['links']>): Html {
  return html`<footer><div>
${contactPart(face, locale)}
${linksPart(links, locale)}
${imprintPart(face, locale)}
</div></footer>`;
}
