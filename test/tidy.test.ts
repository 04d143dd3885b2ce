import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PACKAGE_ROOT } from '../src/package-root.js';

/** What each part of `src` may import of the others (design 2). A part may always import itself. */
const SHARED = ['config', 'log', 'version', 'package-root'];
const CORE = ['domain', 'attestation', 'schema', 'view', 'ports', 'operations', ...SHARED];
const DIRECTION: Readonly<Record<string, readonly string[]>> = {
  'package-root': [],
  version: ['package-root'],
  config: [],
  log: ['config'],
  attestation: [],
  receipts: ['attestation'],
  domain: ['attestation'],
  ports: ['domain', 'attestation'],
  schema: ['domain', 'attestation'],
  view: ['domain', 'ports', 'schema', 'attestation'],
  payment: ['domain', 'ports'],
  store: ['domain', 'ports', 'attestation', 'db', 'package-root'],
  operations: ['domain', 'schema', 'view', 'ports', 'attestation', 'log'],
  http: CORE,
  mcp: CORE,
  pages: CORE,
  app: [...CORE, 'store', 'payment', 'mcp'],
  server: [...CORE, 'app', 'store', 'http', 'mcp', 'pages'],
  docs: [...CORE, 'http', 'mcp'],
  cli: [...CORE, 'app', 'server', 'mcp', 'store', 'payment'],
  demo: [...CORE, 'cli'],
  main: ['cli'],
};

/** Packages that only the named parts may use. */
const OWNERS: Readonly<Record<string, readonly string[]>> = {
  'better-sqlite3': ['store'],
  'drizzle-orm': ['store', 'db'],
  express: ['http', 'mcp', 'pages', 'server'],
  zod: ['schema', 'operations', 'http', 'mcp', 'pages', 'cli', 'demo'],
  commander: ['cli'],
  '@modelcontextprotocol/server': ['mcp'],
};

interface Source {
  readonly path: string;
  readonly part: string;
  readonly text: string;
}

const SOURCES: readonly Source[] = ['src', 'db'].flatMap((folder) =>
  readdirSync(join(PACKAGE_ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name))
    .map((path) => ({ path, part: partOf(path), text: readFileSync(join(PACKAGE_ROOT, path), 'utf8') })),
);

function partOf(path: string): string {
  const [top, second = ''] = path.split('/');
  return top === 'db' ? 'db' : second.replace(/\.ts$/, '');
}

function importsOf({ path, text }: Source): { readonly part?: string; readonly name?: string }[] {
  return [...text.matchAll(/^(?:import|export)[^'"]*?from ['"]([^'"]+)['"]/gms)].map(([, target = '']) => {
    if (!target.startsWith('.')) return { name: target };
    return { part: partOf(relative('.', normalize(join(dirname(path), target))).replace(/\.js$/, '.ts')) };
  });
}

describe('the direction of imports', () => {
  test.each(SOURCES)('$path', (source) => {
    const { part } = source;
    const allowed = DIRECTION[part];
    if (part !== 'db') expect(allowed, `${part} has no row in the table of directions`).toBeDefined();
    for (const imported of importsOf(source)) {
      if (imported.part !== undefined && imported.part !== part) expect(allowed ?? []).toContain(imported.part);
      for (const [name, owners] of Object.entries(OWNERS)) {
        if (imported.name === name || imported.name?.startsWith(`${name}/`)) expect(owners).toContain(part);
      }
    }
  });
});

/** Programs of their own. */
const ENTRIES = new Set(['src/main.ts', 'src/demo/run.ts']);

describe('rooms stay small and quiet', () => {
  test.each(SOURCES)('$path', ({ path, text }) => {
    const lines = text.split('\n').length;
    expect(lines, 'split a file that does more than one thing').toBeLessThanOrEqual(230);
    expect(text).not.toMatch(/\bTODO\b|\bFIXME\b|@ts-ignore|@ts-expect-error|\bas any\b/);
    if (!ENTRIES.has(path)) expect(text, 'only an entry reads the environment').not.toMatch(/process\.env\b/);
  });

  test('the sources were found', () => {
    expect(SOURCES.length).toBeGreaterThan(80);
  });
});
