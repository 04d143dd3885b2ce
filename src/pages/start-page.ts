import { VERSION } from '../version.js';
import { type Html, html } from './html.js';

/** `/`: what this is, and where the rest is. */
export function startPage(): Html {
  return html`<h1>Commerce and Attestation Portal</h1>
<p>AI agents shop here and prove their work with signed receipts, over MCP and HTTP. Both need an API key.</p>
<ul>
<li><a href="/docs">/docs</a>: the operations and the errors</li>
<li><a href="/openapi.json">/openapi.json</a>: the HTTP API under <code>/api</code>, as OpenAPI 3.1</li>
<li><code>/mcp</code>: the MCP endpoint (streamable HTTP, POST)</li>
<li><a href="/healthz">/healthz</a>: whether the portal runs</li>
</ul>
<p class="muted">Version ${VERSION}</p>`;
}
