import { join } from 'node:path';
import { isDatabaseUrl } from '../config/database-url.js';
import { PACKAGE_ROOT } from '../package-root.js';
import type { Demo } from './demo-shop.js';

/** The demo and the path of the page that shows its keys. */
type ShownDemo = Demo & { readonly path: string };

/** Listen URL and public URL. */
interface Urls {
  readonly listening: string;
  readonly public: string;
}

/**
 * Builds the text that `portal serve` prints once it listens (docs/running.md): the URLs and, for a demo, the
 * configuration to paste into a client.
 */
export function startText(urls: Urls, database: string, demo: ShownDemo | undefined): string {
  const url = urls.listening;
  const lines = [
    'Commerce and Attestation Portal',
    '',
    `  HTTP API   ${url}/api   (described at ${url}/docs and ${url}/openapi.json)`,
    `  MCP        ${url}/mcp`,
    `  Database   ${database}`,
  ];
  return [...lines, ...(demo ? demoLines(urls, database, demo) : []), ''].join('\n');
}

function demoLines(urls: Urls, database: string, demo: ShownDemo): string[] {
  const url = urls.listening;
  // Passwords are never printed.
  const missing = isDatabaseUrl(database) ? ', with the password put into the URL of PORTAL_DB' : '';
  return [
    `  Demo       ${url}${demo.path}   (a secret address: it shows the keys)`,
    '',
    `  Deployment key (shopping)      ${demo.deployment_key}`,
    `  Organization key               ${demo.organization_key}`,
    '',
    'Try it:',
    '',
    `  curl -s -H 'x-api-key: ${demo.deployment_key}' '${url}/api/commerce/items?query=mug'`,
    '',
    `Paste into an MCP client (Claude Desktop, Cursor, .mcp.json of Claude Code)${missing}:`,
    '',
    indent(JSON.stringify({ mcpServers: { commerce: stdioEntry(urls.public, database, demo) } }, null, 2)),
    '',
    'or, over HTTP:',
    '',
    indent(JSON.stringify({ mcpServers: { commerce: httpEntry(url, demo) } }, null, 2)),
  ];
}

/** The paths in the entry are absolute, since clients may start the command in any folder. */
function stdioEntry(publicUrl: string, database: string, demo: Demo) {
  return {
    command: process.execPath,
    args: [join(PACKAGE_ROOT, 'bin', 'portal.js'), 'stdio'],
    env: { PORTAL_DB: database, PORTAL_API_KEY: demo.deployment_key, PORTAL_PUBLIC_URL: publicUrl },
  };
}

function httpEntry(url: string, demo: Demo) {
  return { type: 'http', url: `${url}/mcp`, headers: { 'x-api-key': demo.deployment_key } };
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}
