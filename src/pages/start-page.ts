import { type Html, html } from './html.js';

/** Renders the page at `/`: an introduction with links. */
export function startPage(url: string): Html {
  return html`<div class="hero">
<h1 class="hero-title">A shop that agents can use, and people can trust</h1>
<p class="lead">The Commerce and Attestation Portal lets AI agents search, fill a cart and pay, over MCP and HTTP. A person decides where it matters, and signed receipts prove what was done.</p>
<p class="actions"><a class="button" href="/docs">Read the API</a> <a class="button second" href="/docs/demo">Try the demo shop</a> <a class="button second" href="/docs/mcp">Connect an agent</a></p>
</div>
<div class="cards three">
<section class="card" aria-labelledby="exact"><h2 class="card-title" id="exact">Exact to the cent</h2>
<p>Every cart says what is missing. The buyer pays exactly the agreed total, and a refund of everything returns exactly that amount.</p></section>
<section class="card" aria-labelledby="person"><h2 class="card-title" id="person">A person in charge</h2>
<p>What only the buyer may decide is decided on the buyer's own page, behind a link that an agent hands over.</p></section>
<section class="card" aria-labelledby="proof"><h2 class="card-title" id="proof">Proof of work</h2>
<p>Receipts of jobs are verified when they arrive, and kept in a log that shows whether anything was altered or dropped.</p></section>
</div>
<section aria-labelledby="where"><h2 id="where">Where things are</h2>
<dl class="facts">
<div><dt class="term">HTTP API</dt><dd class="told"><code>${url}/api</code></dd></div>
<div><dt class="term">MCP</dt><dd class="told"><code>${url}/mcp</code></dd></div>
<div><dt class="term">OpenAPI 3.1</dt><dd class="told"><a href="/openapi.json">/openapi.json</a></dd></div>
<div><dt class="term">Health</dt><dd class="told"><a href="/healthz">/healthz</a></dd></div>
</dl>
<p>The API and MCP need a key.</p></section>`;
}
