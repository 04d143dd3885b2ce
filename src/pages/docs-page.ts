import type { Operation } from '../calls/define.js';
import { ERRORS } from '../domain/errors/portal-error.js';
import type { PaymentHandler } from '../ports.js';
import { Html, html } from './html.js';

/** `/docs`: operations, payment handlers and errors at a glance, generated once from the declarations. */
export function docsPage(operations: readonly Operation[], handlers: readonly PaymentHandler[]): Html {
  return html`<h1>Commerce and Attestation Portal</h1>
<p>Operations for agents are both an HTTP route and an MCP tool; other operations of a merchant are routes only. The scope
<code>buyer</code> belongs to the page behind <code>continue_url</code>. Send an API key in <code>x-api-key</code>;
amounts are integers of minor units. The full description is <a href="/openapi.json">/openapi.json</a>; MCP is at <code>/mcp</code>.</p>
<h2>Operations</h2>
${operations.map(
  ({ name, http, scope, title, description }) => html`<p><code>${name}</code>${
    http && html` · <code>${http.method.toUpperCase()} ${http.path}</code>`
  } · scope <code>${scope}</code><br><strong>${title}.</strong> ${coded(description)}</p>
`,
)}
<h2 id="payment">Payment handlers</h2>
<p>A checkout lists the shop's handlers in <code>payment.handlers</code>, with the schemas of their configs and instruments.</p>
${handlers.map(handlerPart)}
<h2>Errors</h2>
${Object.entries(ERRORS).map(
  ([
    code,
    { status, when, fix },
  ]) => html`<p id="${code}"><code>${code}</code> (${status})<br>${coded(when)} ${coded(fix)}</p>
`,
)}`;
}

function handlerPart({ description, needsInstrument, demoOnly }: PaymentHandler): Html {
  const { id, name, instrument_schemas } = description;
  const schemas = instrument_schemas.map((path) => html` (<a href="${path}">schema</a>)`);
  const takes = needsInstrument ? html`Needs an instrument with a credential${schemas}.` : 'Needs no instrument.';
  return html`<p><code>${id}</code><br><strong>${name}.</strong> ${takes}${demoOnly && ' For demo shops only.'}</p>
`;
}

/** The portal's own text, with backticks as code. */
function coded(text: string): Html {
  return new Html(html`${text}`.text.replaceAll(/`([^`]+)`/g, '<code>$1</code>'));
}
