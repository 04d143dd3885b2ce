import type { McpUiResourceMeta } from '@modelcontextprotocol/ext-apps';
import type { Resource, Server } from '@modelcontextprotocol/server';
import { ProtocolError } from '../protocol-error.js';
import { cartPage, type Viewer } from './cart-page.js';

/**
 * The cart as a view (MCP Apps, revision 2026-01-26). Hosts that support the extension show this page beside the
 * results of the cart's tools. All others ignore `_meta` and use the text.
 */
export const CART_VIEW = 'ui://commerce/cart';

/** MIME type that marks a page as a view. */
export const VIEW_TYPE = 'text/html;profile=mcp-app';

/** Facts about the portal that the view needs. */
export interface ViewSources {
  /** Public base URL, from which pictures are loaded. */
  publicUrl(): Promise<string>;
  findViewer(): Promise<Viewer>;
}

/** Serves the view in response to `resources/list` and `resources/read`. */
export function serveCartView(server: Server, { publicUrl, findViewer }: ViewSources): void {
  const resource: Resource = {
    uri: CART_VIEW,
    name: 'cart',
    title: 'The cart',
    description: 'Shows a cart or an order, and lets the person change it.',
    mimeType: VIEW_TYPE,
  };
  server.setRequestHandler('resources/list', () => ({ resources: [resource] }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    if (uri !== CART_VIEW) throw new ProtocolError('invalid_params', 'Unknown resource');
    const ui: McpUiResourceMeta = {
      csp: { resourceDomains: [new URL(await publicUrl()).origin] },
      prefersBorder: true,
    };
    return { contents: [{ uri, mimeType: VIEW_TYPE, text: cartPage(await findViewer()), _meta: { ui } }] };
  });
}
