import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Operation } from '../calls/define.js';
import { SETTINGS, type Setting } from '../config.js';
import { KEY_SCOPES, SCOPES } from '../domain/tenant/tenant.js';
import { EXAMPLES_FILE, type Examples } from '../http/examples.js';
import { openApiOf } from '../http/openapi.js';
import { toolLists } from '../mcp/tools.js';
import { PACKAGE_ROOT } from '../package-root.js';
import { HANDLER_SETTINGS } from '../payments/handlers/index.js';
import { errorsPage } from './errors-page.js';
import { NOTE, table } from './markdown.js';
import { withOrderStates } from './order-states.js';
import { withOtherNames } from './other-names.js';
import { recordExamples } from './record-examples.js';
import { regionTable } from './region-table.js';
import { withTestMap } from './test-map.js';

/** Every generated file, by its path from the package's root. A test fails when one is stale. */
export async function generatedFiles(operations: readonly Operation[]): Promise<ReadonlyMap<string, string>> {
  return filesOf(operations, await recordExamples(operations));
}

/** The files of a registry whose examples were recorded. */
export function filesOf(operations: readonly Operation[], examples: Examples): ReadonlyMap<string, string> {
  const tools = toolLists(operations)(new Set(SCOPES));
  return new Map([
    ['docs/openapi.json', json(openApiOf(operations, examples))],
    [EXAMPLES_FILE, json(examples)],
    ['docs/tools.json', json({ tools })],
    ['docs/operations.md', operationsPage(operations)],
    ['docs/errors.md', errorsPage(operations)],
    ['docs/configuration.md', configurationPage()],
    ['docs/mcp.md', withOtherNames(readFileSync(join(PACKAGE_ROOT, 'docs', 'mcp.md'), 'utf8'))],
    ['docs/orders.md', withOrderStates(readFileSync(join(PACKAGE_ROOT, 'docs', 'orders.md'), 'utf8'))],
    ['src/domain/values/region-table.ts', regionTable()],
    ['test/README.md', withTestMap(readFileSync(join(PACKAGE_ROOT, 'test', 'README.md'), 'utf8'), operations)],
  ]);
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function operationsPage(operations: readonly Operation[]): string {
  const rows = operations.map(({ name, http, mcp, scope, effect, title }) => [
    mcp ? `\`${name}\`` : '',
    http ? `\`${http.method.toUpperCase()} ${http.path}\`` : "the buyer's page",
    `\`${scope}\``,
    effect,
    title,
  ]);
  const scopes = SCOPES.map((scope) => [`\`${scope}\``, grant('deployment', scope), grant('organization', scope)]);
  return `${NOTE}

# Operations

Each operation is declared once. What agents need can be called in two ways: as an HTTP route, and as an MCP tool whose
arguments are the path parts, query and body in one flat object. Some operations with which an organization manages its
own objects are routes only. The scope \`buyer\` belongs to the page behind \`continue_url\`. \`docs/openapi.json\` and \`docs/tools.json\` have the schemas.

${table(['Tool', 'Route', 'Scope', 'Effect', 'What it does'], rows)}

## Scopes

${table(['Scope', 'Deployment key (`dk_`)', 'Organization key (`ok_`)'], scopes)}
`;
}

function grant(kind: keyof typeof KEY_SCOPES, scope: (typeof SCOPES)[number]): string {
  const { granted, allowed } = KEY_SCOPES[kind];
  return granted.includes(scope) ? 'yes' : allowed.includes(scope) ? 'on request' : 'cannot have it';
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
sentence that names it. An unknown \`PORTAL_…\` name causes a warning. \`portal COMMAND --help\` lists what each command takes.

${table(['Environment', 'Flag', 'Default', 'Meaning'], rows)}
`;
}
