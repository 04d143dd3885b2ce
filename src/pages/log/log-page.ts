import type { Request, Response } from 'express';
import type { PublicLogs, ShownLog } from '../../domain/receipt/public-log.js';
import { findLocale, type Locale } from '../../texts/locale.js';
import { isoTime } from '../../view/format.js';
import type { RenderedPage } from '../cached-pages.js';
import { type Html, html } from '../html.js';
import { timePart } from '../parts.js';
import { sendPage, shopPage } from '../shop/shop-page.js';

/** Path of the root of the portal, relative to `/logs/{organization_id}`. */
const ROOT = '..';

/** Sends the page of an organization's public logs in the language of the browser. */
export function sendLogPage(request: Request, response: Response, logs: PublicLogs): void {
  sendPage(response, 200, logPage(logs, findLocale(request.headers['accept-language'], 'en')));
}

/** Renders the page of an organization's public logs. It needs no script, except to compare it with the last visit. */
function logPage({ organization_id, logs, growth }: PublicLogs, locale: Locale): RenderedPage {
  const { log: texts } = locale.texts;
  const body = html`<h1>${texts.title}</h1>
<p class="lead">${texts.about}</p>
<p><a href="${ROOT}/verify">${texts.verify}</a></p>
<p class="hint">${texts.organization}: <code>${organization_id}</code></p>
${logs.map((log) => logPart(log, locale))}
${growth.length > 0 && growthPart(growth, locale)}`;
  return shopPage({ locale, place: { root: ROOT, self: organization_id } }, { title: texts.title, body });
}

function logPart(log: ShownLog, locale: Locale): Html {
  const { log: texts } = locale.texts;
  const { epoch, origin, public_key, url, checkpoint } = log;
  const rows: readonly (readonly [string, Html | string])[] = [
    [texts.origin, html`<code>${origin}</code>`],
    [texts.key, html`<code>${public_key}</code>`],
    ...(checkpoint
      ? [
          [texts.size, numberText(checkpoint.size, locale)] as const,
          [texts.root, html`<code>${checkpoint.root}</code>`] as const,
          [texts.signed, timePart(isoTime(checkpoint.created_at), 'zonedMoment', locale.tag, 'UTC')] as const,
          [
            texts.witnesses,
            checkpoint.witnesses.length > 0 ? checkpoint.witnesses.join(', ') : texts.no_witness,
          ] as const,
        ]
      : []),
  ];
  return html`<section class="card log" aria-labelledby="log-${epoch}"><h2 id="log-${epoch}">${texts.name(epoch)}</h2>
${log.is_closed && html`<p class="note">${texts.closed}</p>`}
<dl>${rows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
${
  checkpoint
    ? html`<p><a href="${ROOT}${url}/checkpoint">${texts.checkpoint}</a></p>${!log.is_closed && seenPart(log, locale)}`
    : html`<p class="note">${texts.no_checkpoint}</p>`
}</section>`;
}

/** Renders the outcomes of the comparison with the last visit. The script fills in and shows the right one. */
function seenPart({ origin, checkpoint }: ShownLog, { texts }: Locale): Html {
  const outcomes = Object.entries(texts.log.seen);
  return html`<div role="status" data-seen-log="${origin}" data-size="${checkpoint?.size}" data-root="${checkpoint?.root}">${outcomes.map(
    ([outcome, text]) => html`<p class="note" data-outcome="${outcome}" hidden>${text}</p>`,
  )}</div>`;
}

function growthPart(growth: PublicLogs['growth'], locale: Locale): Html {
  const { log: texts } = locale.texts;
  const days = new Intl.RelativeTimeFormat(locale.tag, { numeric: 'always' });
  return html`<section class="card log" aria-labelledby="growth"><h2 id="growth">${texts.growth}</h2>
<p class="hint">${texts.growth_hint}</p>
<dl>${growth.map(
    (point) => html`<dt>${days.format(-point.days, 'day')}</dt><dd>${numberText(point.size, locale)}</dd>`,
  )}</dl></section>`;
}

function numberText(number: number, { tag }: Locale): string {
  return new Intl.NumberFormat(tag).format(number);
}
