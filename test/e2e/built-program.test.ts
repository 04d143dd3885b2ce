import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import lock from '../../package-lock.json' with { type: 'json' };
import { buildOpenApi } from '../../src/http/openapi.js';
import { allTools } from '../../src/mcp/tools.js';
import { OPERATIONS } from '../../src/operations/index.js';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { MAIN, type Serving, serve } from '../support/spawn.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const DIST = join(PACKAGE_ROOT, 'dist');
const dist = (name: string) => readFileSync(join(DIST, name), 'utf8');
/** Files of the program and its chunks whose names end like this. */
const programFiles = (end: string) =>
  readdirSync(DIST).filter((name) => /^portal[.-]/.test(name) && name.endsWith(end));

let folder: string;
let database: string;
let serving: Serving;
beforeAll(async () => {
  folder = temporaryFolder();
  database = join(folder, 'portal.db');
  serving = await serve(database);
});
afterAll(async () => {
  await serving.stop('SIGTERM');
  rmSync(folder, { recursive: true });
});

test('serves exactly the generated API description at /openapi.json', async () => {
  const text = await (await fetch(`${serving.url}/openapi.json`)).text();
  expect(text).toBe(JSON.stringify(buildOpenApi(OPERATIONS)));
  expect(dist('openapi.json')).toBe(text);
});

test('lists all declared tools over stdio with --owner', async () => {
  const env = { PATH: process.env.PATH ?? '', PORTAL_DB: database };
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [MAIN, 'stdio', '--owner'], env }));
  const { tools } = await client.listTools();
  await client.close();
  expect(tools).toEqual(allTools(OPERATIONS));
  expect(dist('tools.json')).toBe(JSON.stringify(allTools(OPERATIONS)));
});

test('builds an ASCII program, so that its text takes one byte per character in memory', () => {
  for (const name of programFiles('.js')) expect(/[^\0-\x7f]+/.exec(dist(name))?.[0], name).toBeUndefined();
});

test('loads for portal serve neither other commands nor the other engine nor, before it is needed, the SDK', () => {
  const [serveFile = ''] = programFiles('.js').filter((name) => name.startsWith('portal-serve-'));
  const loaded = [...loadedWith(serveFile)].map(dist).join('');
  const isLoaded = (mark: string) => loaded.includes(mark);
  expect(['function makePortalServer(', 'class SqliteStore'].filter(isLoaded)).toHaveLength(2);
  expect(['class PostgresStore', 'function importCommand(', 'function createMcpHandler('].filter(isLoaded)).toEqual([]);
});

/** Returns a file of the program and all files that it imports at once, directly or indirectly. */
function loadedWith(file: string, known = new Set<string>()): ReadonlySet<string> {
  if (known.has(file)) return known;
  known.add(file);
  for (const [, name = ''] of dist(file).matchAll(/(?:from|import)"\.\/(portal[^"]*\.js)"/g)) loadedWith(name, known);
  return known;
}

test('ships the license of every bundled package, but not of the portal itself or of better-sqlite3', () => {
  const maps: { readonly sources: readonly string[] }[] = programFiles('.js.map').map((name) => JSON.parse(dist(name)));
  const sources = maps.flatMap((map) => map.sources);
  const bundled = sources.flatMap((source) => source.split('/node_modules/').slice(-1));
  const foreign = bundled.flatMap((path) => /^((?:@[^/]+\/)?[^./][^/]*)\//.exec(path)?.[1] ?? []);
  const licenses = dist('third-party-licenses.txt');
  const shipped = new Set([...licenses.matchAll(/^={80}\n(\S+) /gm)].map(([, name]) => name));
  expect(new Set(foreign).size).toBeGreaterThan(50);
  for (const name of foreign) expect(shipped).toContain(name);
  // `ajv` is not a dependency of the portal, but of a bundled package.
  expect(shipped).toContain('ajv');
  expect(shipped).not.toContain('commerce-portal');
  expect(shipped).not.toContain('better-sqlite3');
});

test('lists in a CycloneDX bill of materials each package whose license is shipped, with its hash', () => {
  const { bomFormat, specVersion, components, dependencies } = JSON.parse(dist('sbom.cdx.json'));
  expect([bomFormat, specVersion]).toEqual(['CycloneDX', '1.6']);
  const listed = components.map(({ group, name, version }: Readonly<Record<string, string>>) =>
    [group === undefined ? name : `${group}/${name}`, version].join(' '),
  );
  const licensed = [...dist('third-party-licenses.txt').matchAll(/^={80}\n(\S+ \S+), /gm)].map(([, line]) => line);
  expect(listed.sort()).toEqual(licensed.sort());
  const integrity = new Map(
    Object.entries(lock.packages).map(([path, entry]) => [path, 'integrity' in entry ? entry.integrity : '']),
  );
  const express = components.find(({ purl }: { readonly purl: string }) => purl.startsWith('pkg:npm/express@'));
  expect(express).toMatchObject({
    name: 'express',
    hashes: [{ alg: 'SHA-512', content: sha512Of(integrity.get('node_modules/express') ?? '') }],
    licenses: [{ expression: 'MIT' }],
  });
  expect(dependencies[0].dependsOn).toHaveLength(listed.length);
});

function sha512Of(integrity: string): string {
  return Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
}
