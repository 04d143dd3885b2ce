import type { Operation } from '../../calls/define.js';
import { type Html, html } from '../html.js';
import { codeBlock, jsonBlock } from './code-block.js';
import { operationPath } from './groups.js';

/** Renders `/docs/mcp`: how MCP clients connect, and which tools they get. */
export function mcpPage(operations: readonly Operation[], url: string): Html {
  const tools = operations.filter(({ mcp }) => mcp);
  const http = { type: 'http', url: `${url}/mcp`, headers: { 'x-api-key': 'your key' } };
  const stdio = { command: 'npx', args: ['-y', 'commerce-portal', 'stdio', '--demo'] };
  return html`<h1>MCP</h1>
<p class="lead">Agents call the same operations as tools, over streamable HTTP or stdio. A key sees the tools that its scopes allow.</p>
<h2>Over HTTP</h2>
<p>The entry is <code>${url}/mcp</code>. Paste this into <code>.mcp.json</code> of Claude Code, or what your client has for it:</p>
${jsonBlock('Client settings for HTTP', { mcpServers: { commerce: http } })}
<h2>Over stdio</h2>
<p>This opens a demo shop of its own on your machine, without a key:</p>
${jsonBlock('Client settings for stdio', { mcpServers: { commerce: stdio } })}
<h2>A purchase</h2>
<ol>${PURCHASE.map(([name, what]) => html`<li><a href="${operationPath({ name })}">${name}</a>: ${what}</li>`)}</ol>
<p><a href="${operationPath({ name: 'buy' })}">buy</a> does all of this in one call, up to a limit that the buyer agreed to.</p>
<p>Where the checkout says <code>requires_escalation</code>, the agent gives the buyer <code>continue_url</code>: the page where they confirm, correct and pay.</p>
<h2>Tools</h2>
<ul class="columns">${tools.map((one) => html`<li><a href="${operationPath(one)}">${one.name}</a></li>`)}</ul>`;
}

const PURCHASE: readonly (readonly [name: string, what: string])[] = [
  ['search_catalog', 'finds items, with typing errors too'],
  ['add_line_items', 'fills the cart, and says what is still missing'],
  ['set_buyer', 'sets the email address'],
  ['set_destination', 'answers the delivery options'],
  ['select_fulfillment', 'selects one of them'],
  ['complete_checkout', 'pays exactly the total that the buyer agreed to'],
];

/** A key of the demo shop, as its page shows it. */
export interface ShownKey {
  readonly key: string;
  readonly kind: 'deployment' | 'organization';
  readonly scopes: readonly string[];
}

/**
 * Renders `/docs/demo`: a first tour. The button appears if the demo's keys were shown in this tab
 * (views/docs/demo.ts). `keys` is empty except on the page that shows them.
 */
export function demoPage(url: string, keys: readonly ShownKey[] = []): Html {
  const shopping = keys.find(({ kind }) => kind === 'deployment')?.key ?? 'dk_…';
  return html`<h1>Demo shop</h1>
<p class="lead">Quillback Mercantile sells mugs, knives and kitchen goods that do not exist. Nothing is charged or shipped.</p>
<section data-demo hidden aria-labelledby="buyer">
<h2 id="buyer">As a buyer</h2>
<p>An agent fills a cart and hands it over to you.</p>
<p><button type="button" data-fill>Fill a cart and open its checkout</button></p>
<p data-demo-status role="status"></p>
</section>
<section aria-labelledby="agent">
<h2 id="agent">As an agent</h2>
<p>Give your MCP client <a href="/docs/mcp">this entry</a> and ask it for a birthday present under 30 dollars. Or watch one buy, in a checkout of the source:</p>
${codeBlock('Watch an agent buy', 'npm run demo')}
</section>
<section aria-labelledby="developer">
<h2 id="developer">As a developer</h2>
${keysPart(keys)}
${codeBlock('Calls of the demo', `KEY=${shopping}\ncurl '${url}/api/commerce/items?query=mug' -H "x-api-key: $KEY"\ncurl '${url}/api/commerce/checkouts/current' -H "x-api-key: $KEY"`)}
</section>`;
}

const KEY_NAMES = { deployment: 'Deployment key (shopping)', organization: 'Organization key' } as const;

function keysPart(keys: readonly ShownKey[]): Html {
  if (keys.length === 0) {
    return html`<p>A portal that is started with <code>--demo</code>, as <code>npm start</code> does, prints the demo's keys and the address of a page with them. Open that page, and the forms of <a href="/docs">the API</a> are filled in with the keys.</p>`;
  }
  return html`<p>The forms of <a href="/docs">the API</a> are filled in with these keys, until this tab is closed.</p>
<dl class="facts">${keys.map(
    ({ key, kind, scopes }) =>
      html`<div><dt class="term">${KEY_NAMES[kind]}</dt><dd class="told"><code data-scopes="${scopes.join(' ')}">${key}</code></dd></div>
`,
  )}</dl>`;
}
