import { type CurrentAction, currentAction } from '../../domain/checkout/current-action.js';
import type { PaymentClient } from '../../ports.js';
import type { Locale } from '../../texts/locale.js';
import { isoTime } from '../../view/format.js';
import { type Html, html } from '../html.js';
import { timePart } from '../parts.js';
import { clientAction } from './client-part.js';
import type { Seen } from './seen.js';

interface OpenPaymentPage {
  readonly title: string;
  readonly body: Html;
  readonly looksAgain: true;
  readonly clients?: readonly PaymentClient[];
}

/**
 * Renders the page of a checkout whose payment has no outcome yet. It looks again by itself, since the outcome never
 * depends on this browser: the buyer may confirm the payment elsewhere, such as in an app.
 */
export function openPaymentPage(seen: Seen, bought: Html): OpenPaymentPage {
  const { locale, face, place } = seen.shown;
  const { states } = locale.texts;
  const action = seen.attempt && currentAction(seen.attempt);
  const client = seen.clients.get(seen.attempt?.handler_id ?? '');
  const how = action && actionPart(locale, client, action);
  if (!action || !how) {
    const body = html`<div data-again="pending"><h1>${states.pending}</h1>
<p class="lead">${states.pending_text}</p>
<p>${states.pending_double}</p>
<p><a class="button" href="${place.self}">${states.look_again}</a></p></div>
${bought}`;
    return { title: states.pending, body, looksAgain: true };
  }
  const [before, after] = states.confirm_until.split('{}');
  const until = timePart(isoTime(action.expires_at), 'zonedMoment', locale.tag, face.shop.settings.time_zone);
  const body = html`<div data-again="${action.id}"><h1>${states.confirm}</h1>
${how}
<p class="hint">${before}${until}${after}</p></div>
${bought}`;
  const clients = action.type === 'client' && client ? [client] : [];
  return { title: states.confirm, body, looksAgain: true, clients };
}

/**
 * Renders how the buyer does the work that a payment waits for; `undefined` if this page cannot show it.
 * @param target `window`: a page of the bank opens beside this one
 */
export function actionPart(
  { texts: { states } }: Locale,
  client: PaymentClient | undefined,
  action: CurrentAction,
  target?: 'window',
): Html | undefined {
  if (action.type === 'redirect')
    return html`<p class="lead">${states.confirm_text}</p>
<p><a class="button" href="${action.url}"${target && html` target="_blank" rel="noopener"`}>${states.confirm_button}</a></p>`;
  return (
    client &&
    html`<p class="lead">${states.confirm_here}</p>
${clientAction(client, action.data, states.confirm_button)}
<noscript><p>${states.confirm_script}</p></noscript>`
  );
}
