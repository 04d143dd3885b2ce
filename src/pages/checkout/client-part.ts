import type { PaymentClient } from '../../ports.js';
import { type Html, html } from '../html.js';
import { handlerField } from './form.js';

/** Name of the entry that a script makes. */
export const TOKEN = 'token';

/**
 * Renders the place in which a script shows the provider's fields. Until then it has the hint for a browser in which the
 * script does not run.
 */
export function clientFields(handlerId: string, client: PaymentClient, hint: Html): Html {
  return html`<div${clientData(client)} data-field="${handlerField(handlerId, TOKEN)}"><div class="mount">${hint}</div></div>`;
}

/** Renders a button with which a script performs the action that a payment waits for. The script shows it. */
export function clientAction(client: PaymentClient, data: Readonly<Record<string, string>>, label: string): Html {
  return html`<p${clientData(client)} data-action="${JSON.stringify(data)}"><button type="button" class="primary" hidden>${label}</button></p>`;
}

function clientData({ kind, config }: PaymentClient): Html {
  return html` data-client="${kind}" data-config="${JSON.stringify(config)}"`;
}
