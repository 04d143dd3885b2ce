import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Operation } from '../calls/define.js';
import { SETTINGS, type Setting } from '../config.js';
import { SCOPES } from '../domain/tenant/tenant.js';
import { EXAMPLES_FILE, type Examples } from '../http/examples.js';
import { buildOpenApi } from '../http/openapi.js';
import { toolLists } from '../mcp/tools.js';
import { PACKAGE_ROOT } from '../package-root.js';
import { HANDLER_SETTINGS } from '../payments/handlers/index.js';
import { addressTable } from './address-data.js';
import { withDeskTable } from './desk-table.js';
import { englishWordsFile } from './english-words.js';
import { errorsPage } from './errors-page.js';
import { NOTE, table } from './markdown.js';
import { operationsPage } from './operations-page.js';
import { withOrderStates } from './order-states.js';
import { withOtherNames } from './other-names.js';
import { recordExamples } from './record-examples.js';
import { regionTable } from './region-table.js';
import { tamperingPage, withUntestedChanges } from './tampering-page.js';
import { withUcpSurface } from './ucp-surface.js';
import { withNotices, withWebhookTables } from './webhook-tables.js';

/** All generated files, by path from the package root. A test fails if one is out of date. */
export async function generatedFiles(operations: readonly Operation[]): Promise<ReadonlyMap<string, string>> {
  return filesOf(operations, await recordExamples(operations));
}

/** Generates the files from the operations and their recorded examples. */
export function filesOf(operations: readonly Operation[], examples: Examples): ReadonlyMap<string, string> {
  const tools = toolLists(operations)(new Set(SCOPES));
  return new Map([
    ['docs/openapi.json', json(buildOpenApi(operations, examples))],
    [EXAMPLES_FILE, json(examples)],
    ['docs/tools.json', json({ tools })],
    ['docs/operations.md', operationsPage(operations)],
    ['docs/errors.md', errorsPage(operations)],
    ['docs/dev/tampering.md', tamperingPage()],
    ['docs/configuration.md', configurationPage()],
    ['docs/dev/mcp.md', withOtherNames(readFileSync(join(PACKAGE_ROOT, 'docs', 'dev', 'mcp.md'), 'utf8'))],
    [
      'docs/receipts-operate.md',
      withUntestedChanges(readFileSync(join(PACKAGE_ROOT, 'docs', 'receipts-operate.md'), 'utf8')),
    ],
    ['docs/orders.md', withOrderStates(readFileSync(join(PACKAGE_ROOT, 'docs', 'orders.md'), 'utf8'))],
    ['docs/ucp.md', withUcpSurface(readFileSync(join(PACKAGE_ROOT, 'docs', 'ucp.md'), 'utf8'))],
    ['docs/mail.md', withNotices(readFileSync(join(PACKAGE_ROOT, 'docs', 'mail.md'), 'utf8'))],
    ['docs/desk.md', withDeskTable(readFileSync(join(PACKAGE_ROOT, 'docs', 'desk.md'), 'utf8'))],
    ['docs/webhooks.md', withWebhookTables(readFileSync(join(PACKAGE_ROOT, 'docs', 'webhooks.md'), 'utf8'))],
    ['src/domain/values/region-table.ts', regionTable()],
    ['src/domain/values/address-table.ts', addressTable()],
    ['src/domain/search/english-words.ts', englishWordsFile()],
  ]);
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function configurationPage(): string {
  const settings: readonly Setting[] = [...Object.values(SETTINGS), ...HANDLER_SETTINGS];
  const rows = settings.map((setting) => [
    `\`${setting.env}\``,
    setting.flag ? `\`${setting.flag}\`` : '',
    setting.fallback === undefined ? '' : `\`${setting.fallback}\``,
    setting.help,
  ]);
  return `${NOTE}

# Configuration

A flag overrides the environment, and the environment overrides the default. An invalid value ends the program with a
sentence that names it. An unknown \`PORTAL_…\` name causes a warning. \`portal COMMAND --help\` lists the options of each command.

${table(['Environment', 'Flag', 'Default', 'Meaning'], rows)}
`;
}
