import { type BuiltFile, builtAsset } from '../built-file.js';
import type { Operation } from '../calls/define.js';
import { groupsOf } from '../operations/groups.js';
import type { PaymentHandler } from '../ports.js';
import { contentsPage } from './docs/contents-page.js';
import { DOCS_HEADERS, docsDocument, SCRIPT_PATH, STYLE_PATH } from './docs/docs-layout.js';
import { errorsPage } from './docs/errors-page.js';
import type { Example } from './docs/example-call.js';
import { asidePart, operationPath } from './docs/groups.js';
import { demoPage, mcpPage } from './docs/guide-pages.js';
import { operationPage } from './docs/operation-page.js';
import type { Html } from './html.js';
import { startPage } from './start-page.js';
import { VERIFY_SCRIPT_PATH, verifyPage } from './verify-page.js';

/** A page with the same content for every visitor. */
interface OpenPage {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Called once, on the first request. */
  text(): string;
}

interface OpenPagesDeps {
  readonly operations: readonly Operation[];
  readonly handlers: readonly PaymentHandler[];
  /** Recorded examples by operation name. */
  readonly examples: () => Readonly<Record<string, Example>>;
  /** Public base URL, without a trailing slash. */
  readonly publicUrl: () => string;
}

/** Lists the start page, the documentation generated from the registry, and the files that these pages load. */
export function openPages({ operations, handlers, examples, publicUrl }: OpenPagesDeps): readonly OpenPage[] {
  const groups = groupsOf(operations);
  let recorded: ReturnType<typeof examples> | undefined;
  const exampleOf = (name: string) => {
    recorded ??= examples();
    return recorded[name];
  };
  const pageAt = (path: string, title: string | undefined, body: () => Html, current?: string): OpenPage => ({
    path,
    headers: DOCS_HEADERS,
    text: () =>
      docsDocument({
        ...(title !== undefined && { title, aside: asidePart(groups, current) }),
        body: body(),
      }),
  });
  return [
    pageAt('/', undefined, () => startPage(publicUrl())),
    pageAt('/docs', 'API', () => contentsPage(operations, handlers, publicUrl())),
    pageAt('/docs/errors', 'Errors', () => errorsPage(operations)),
    pageAt('/docs/mcp', 'MCP', () => mcpPage(operations, publicUrl())),
    pageAt('/docs/demo', 'Demo shop', () => demoPage(publicUrl())),
    ...operations.map((one) =>
      pageAt(operationPath(one), one.title, () => operationPage(one, exampleOf(one.name), publicUrl()), one.name),
    ),
    {
      path: '/verify',
      headers: DOCS_HEADERS,
      text: () => docsDocument({ title: 'Verify a receipt', body: verifyPage(), script: VERIFY_SCRIPT_PATH }),
    },
    scriptAt(VERIFY_SCRIPT_PATH, 'verify-page.js'),
    {
      path: STYLE_PATH,
      headers: { 'content-type': 'text/css; charset=utf-8' },
      text: () => builtAsset('docs-page.css'),
    },
    scriptAt(SCRIPT_PATH, 'docs-page.js'),
  ];
}

function scriptAt(path: string, file: BuiltFile): OpenPage {
  return { path, headers: { 'content-type': 'text/javascript; charset=utf-8' }, text: () => builtAsset(file) };
}
