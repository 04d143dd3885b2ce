import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { expect, test } from 'vitest';
import { PACKAGE_ROOT } from '../src/package-root.js';
import {
  bannedWords,
  commentsBeginning,
  doubledSlashes,
  type File,
  filesIn,
  OPENINGS,
  spoken,
  takesInTexts,
  timesOf,
  titlesIn,
} from './prose.js';
import { checkEach } from './support/cells.js';

/** Folders whose subfolders are separate rooms. */
const DIVIDED = new Set(['domain', 'operations', 'payments', 'store', 'store/sqlite', 'store/postgres']);

const SHARED = [
  'config',
  'log',
  'version',
  'package-root',
  'parsed-url',
  'loopback',
  'response-bytes',
  'built-file',
  'tracing',
];
const VALUES = ['domain/errors', 'domain/values'];
const DOMAIN = [
  ...VALUES,
  'domain/shop',
  'domain/search',
  'domain/tenant',
  'domain/evidence',
  'domain/person',
  'domain/checkout',
  'domain/payment',
  'domain/order',
  'domain/books',
  'domain/webhook',
  'domain/privacy',
];
const PROOFS = ['attestation', 'domain/signing-key', 'domain/receipt'];
const PUBLIC = [...DOMAIN, ...PROOFS, 'texts', 'schema', 'view', 'ports'];
/** Rooms that every room of an engine may import. */
const STORED = [
  ...DOMAIN,
  ...PROOFS,
  'store/tables',
  'store/sql',
  'store/lookups',
  'ports',
  'store',
  'store/log',
  'store/lists',
  'store/search',
];
const MOVED = [...STORED, 'store/move'];
const ENGINE = ['file', 'check', 'search', 'log', 'rows', 'writes', 'move'].map((room) => `store/sqlite/${room}`);
const POSTGRES = ['connection', 'search', 'log', 'rows', 'writes'].map((room) => `store/postgres/${room}`);
/** Rooms that operation handlers may import. */
const HANDLING = [
  ...PUBLIC,
  'json',
  'records',
  'payments',
  'calls',
  'lists',
  'operations/tenancy',
  'outbound',
  'outbox',
];
const ADAPTER = [...HANDLING, 'operations', ...SHARED];

/**
 * Rooms that each room of `src` may import (docs/dev/architecture.md, Rooms). A room may always import itself, but
 * never one that is further down in this table.
 */
const DIRECTION: Readonly<Record<string, readonly string[]>> = {
  'package-root': [],
  version: ['package-root'],
  'parsed-url': [],
  loopback: [],
  'response-bytes': [],
  'built-file': ['package-root'],
  'source-lines': [],
  'heap-growth': [],
  attestation: [],
  receipts: ['attestation'],
  'domain/errors': [],
  'domain/values': ['domain/errors'],
  tracing: ['domain/errors', 'version'],
  outbound: ['parsed-url', 'loopback', 'tracing'],
  config: ['parsed-url', 'loopback'],
  log: ['config', 'source-lines'],
  texts: VALUES,
  'domain/tenant': VALUES,
  'domain/evidence': [...VALUES, 'attestation', 'domain/tenant'],
  'domain/person': [...VALUES, 'domain/tenant'],
  'domain/shop': [...VALUES, 'domain/tenant'],
  'domain/search': [...VALUES, 'domain/shop'],
  'domain/checkout': [...VALUES, 'domain/shop', 'domain/tenant'],
  'domain/payment': [...VALUES, 'domain/shop', 'domain/checkout'],
  'domain/order': [
    ...VALUES,
    'attestation',
    'domain/shop',
    'domain/search',
    'domain/tenant',
    'domain/evidence',
    'domain/checkout',
    'domain/payment',
  ],
  'domain/books': [...VALUES, 'domain/shop', 'domain/checkout', 'domain/payment', 'domain/order'],
  'domain/webhook': [...VALUES, 'domain/tenant', 'domain/shop', 'domain/checkout', 'domain/order'],
  'domain/privacy': [...VALUES, 'domain/search', 'domain/checkout', 'domain/order'],
  'domain/signing-key': [...VALUES, 'attestation'],
  'domain/receipt': [...VALUES, 'attestation', 'domain/tenant', 'domain/signing-key'],
  json: [...VALUES, 'attestation'],
  'store/tables': [...DOMAIN, ...PROOFS],
  'store/sql': [],
  'store/lookups': [...DOMAIN, ...PROOFS, 'store/tables', 'store/sql'],
  ports: [...DOMAIN, ...PROOFS, 'store/tables', 'store/lookups'],
  'payment-handler': ['domain/values', 'domain/checkout', 'ports'],
  schema: [...DOMAIN, ...PROOFS, 'parsed-url'],
  view: [...DOMAIN, ...PROOFS, 'texts', 'ports', 'schema'],
  store: [...DOMAIN, 'ports'],
  'store/log': [...DOMAIN, ...PROOFS, 'ports', 'store/sql'],
  'store/lists': [...DOMAIN, ...PROOFS, 'ports', 'store/sql', 'store'],
  'store/search': [...DOMAIN, 'store/sql'],
  'store/move': STORED,
  'store/sqlite/file': [...STORED, 'package-root'],
  'store/sqlite/search': [...STORED, 'store/sqlite/file'],
  'store/sqlite/log': [...STORED, 'store/sqlite/file'],
  'store/check': [...DOMAIN, 'store/sql'],
  'store/sqlite/check': [...STORED, 'store/check', 'store/sqlite/file'],
  'store/sqlite/rows': [...STORED, 'store/sqlite/file', 'store/sqlite/search', 'store/sqlite/log'],
  'store/sqlite/writes': [...STORED, 'store/sqlite/file'],
  'store/sqlite/move': [...MOVED, 'store/sqlite/file', 'store/sqlite/search'],
  'store/sqlite': [...STORED, ...ENGINE],
  'store/postgres/connection': [...STORED, 'package-root'],
  'store/postgres/search': [...STORED, 'store/postgres/connection'],
  'store/postgres/log': [...STORED, 'store/sqlite/log', 'store/postgres/connection'],
  'store/postgres/rows': [...STORED, ...POSTGRES.slice(0, 3)],
  'store/postgres/writes': [...STORED, ...POSTGRES.slice(0, 4)],
  'store/postgres/check': [...STORED, 'store/check', 'store/postgres/connection'],
  'store/postgres/move': [...MOVED, ...POSTGRES.slice(0, 2)],
  'store/postgres': [...STORED, 'store/sqlite/log', ...POSTGRES],
  'store/open-store': [
    'store/postgres/log',
    'store/postgres',
    'ports',
    'store',
    'store/log',
    'store/sqlite',
    'store/sqlite/file',
    'store/check',
    'store/sqlite/check',
    'store/postgres/check',
    'store/sqlite/log',
    'store/sqlite/move',
    'store/postgres/move',
    'store/move',
  ],
  backup: ['store/open-store', 'version'],
  'payments/handlers': [...DOMAIN, 'ports', 'config', 'parsed-url', 'payment-handler'],
  records: [...DOMAIN, ...PROOFS, 'ports', 'view'],
  payments: [...DOMAIN, 'ports', 'parsed-url', 'payment-handler', 'records', 'tracing'],
  checkpoints: [...DOMAIN, ...PROOFS, 'ports', 'records', 'config', 'log', 'response-bytes', 'tracing'],
  calls: [...PUBLIC, 'json', 'payments', 'checkpoints', 'log', 'outbound', 'tracing'],
  lists: [...PUBLIC, 'calls'],
  outbox: [...PUBLIC, 'records', 'store', 'lists'],
  delivery: [...PUBLIC, 'records', 'lists', 'log', 'outbound', 'outbox'],
  'operations/tenancy': [...PUBLIC, 'records', 'calls'],
  'operations/agent': HANDLING,
  'operations/audit': HANDLING,
  'operations/catalog': HANDLING,
  'operations/checkout': [...HANDLING, 'operations/catalog'],
  'operations/consumer': HANDLING,
  'operations/key': HANDLING,
  'operations/order': HANDLING,
  'operations/organization': HANDLING,
  'operations/staff': HANDLING,
  'operations/privacy': HANDLING,
  'operations/shop': [...HANDLING, 'operations/order'],
  'operations/draft': [...HANDLING, 'operations/checkout', 'operations/order', 'operations/shop'],
  'operations/signing-key': [...HANDLING, 'operations/agent'],
  'operations/receipt': [...HANDLING, 'operations/agent'],
  'operations/webhook': [...HANDLING, 'operations/shop'],
  'operations/mail': [...HANDLING, 'operations/shop', 'operations/order'],
  operations: [...resources(), 'calls'],
  feeds: [...DOMAIN, 'schema', 'ports', 'lists', 'operations/shop'],
  maintenance: [...DOMAIN, ...PROOFS, 'ports', 'records', 'payments', 'calls', 'log', 'outbox', 'lists'],
  metrics: [...DOMAIN, 'ports', 'calls', 'lists', 'store', 'version', 'tracing'],
  http: [...ADAPTER, 'metrics', 'attestation', 'checkpoints', 'operations/receipt'],
  mcp: ADAPTER,
  'sign-in': [...PUBLIC, 'outbox', 'parsed-url'],
  pages: [...ADAPTER, ...resources(), 'feeds', 'sign-in'],
  oauth: [...ADAPTER, 'http', 'pages', 'sign-in'],
  mail: [...PUBLIC, 'calls', 'config', 'log', 'records', 'delivery', 'maintenance', 'pages'],
  ucp: [
    ...ADAPTER,
    'attestation',
    'http',
    'mcp',
    'delivery',
    'operations/catalog',
    'operations/checkout',
    'operations/order',
  ],
  system: ['domain/values', 'ports', 'calls'],
  app: [
    ...ADAPTER,
    'system',
    'operations/privacy',
    'metrics',
    'checkpoints',
    'store',
    'store/open-store',
    'payments/handlers',
    'maintenance',
    'mcp',
    'mail',
    'backup',
    'ucp',
    'outbound',
    'outbox',
    'delivery',
  ],
  server: [...ADAPTER, 'metrics', 'app', 'store/open-store', 'http', 'mcp', 'pages', 'oauth', 'ucp'],
  cli: [
    ...ADAPTER,
    ...resources(),
    'feeds',
    'attestation',
    'payments/handlers',
    'app',
    'system',
    'server',
    'mcp',
    'oauth',
    'ucp',
    'backup',
    'mail',
    'sign-in',
    'store',
    'store/open-store',
    'store/log',
  ],
  demo: [...ADAPTER, 'cli'],
  docs: [...ADAPTER, 'receipts', 'payments/handlers', 'system', 'app', 'http', 'mcp', 'pages', 'ucp', 'cli'],
  main: ['config', 'cli', 'source-lines', 'heap-growth'],
};

function resources(): string[] {
  const names = [
    'agent',
    'audit',
    'catalog',
    'checkout',
    'consumer',
    'draft',
    'key',
    'order',
    'organization',
    'privacy',
    'receipt',
    'shop',
    'signing-key',
    'staff',
    'webhook',
    'mail',
  ];
  return names.map((name) => `operations/${name}`);
}

/** Packages that only these rooms may import. */
const OWNERS: Readonly<Record<string, readonly string[]>> = {
  'better-sqlite3': ['store/sqlite', ...ENGINE],
  'drizzle-orm': [
    'store/sql',
    'store/lookups',
    'store/lists',
    'store/search',
    'store/log',
    'store/check',
    'store/sqlite',
    ...ENGINE,
    'store/postgres/rows',
    'store/postgres/search',
  ],
  pg: ['store/postgres/connection'],
  express: ['http', 'mcp', 'pages', 'oauth', 'ucp', 'server'],
  zod: [
    'store/tables',
    'schema',
    'backup',
    'calls',
    'lists',
    ...resources(),
    'payments/handlers',
    'http',
    'mcp',
    'pages',
    'oauth',
    'sign-in',
    'ucp',
    'cli',
    'demo',
    'docs',
  ],
  commander: ['cli'],
  sax: ['feeds'],
  stripe: ['payments/handlers'],
  '@simplewebauthn/server': ['sign-in'],
  '@modelcontextprotocol/server': ['mcp', 'ucp'],
  '@orama/stemmers': ['domain/search'],
  '@modelcontextprotocol/ext-apps': ['mcp'],
  'localized-address-format': ['pages'],
  'lru-cache': [
    'domain/values',
    'checkpoints',
    'calls',
    'delivery',
    'maintenance',
    'http',
    'ucp',
    'store/sqlite/rows',
    'store/postgres/rows',
  ],
};

interface Source extends File {
  readonly part: string;
}

const SOURCES: readonly Source[] = filesIn('src', '.ts').map((file) => ({ ...file, part: partOf(file.path) }));

const TESTS: readonly File[] = filesIn('test', '.ts');

function partOf(path: string): string {
  const [, second = '', ...inner] = path.split('/');
  // This file selects the engine, so it is above the engines; the shared files of the room are below them.
  if (inner[0] === 'open-store.ts') return 'store/open-store';
  const room = inner.length > 1 && DIVIDED.has(second) ? `${second}/${inner[0]}` : second.replace(/\.ts$/, '');
  return inner.length > 2 && DIVIDED.has(room) ? `${room}/${inner[1]}` : room;
}

interface Import {
  /** Name of a package. */
  readonly name?: string;
  readonly part?: string;
  readonly file?: string;
}

function importsOf({ path, text }: Source): Import[] {
  return [...text.matchAll(/^(?:import|export)[^'"]*?from ['"]([^'"]+)['"]/gms)].map(([, target = '']) => {
    if (!target.startsWith('.')) return { name: target };
    const file = relative('.', normalize(join(dirname(path), target))).replace(/\.js$/, '.ts');
    return { file, part: partOf(file) };
  });
}

test('finds the sources', () => {
  expect(SOURCES.length).toBeGreaterThan(80);
});

test('each room imports only rooms and packages that it may use', async () => {
  await checkEach(
    SOURCES,
    ({ path }) => path,
    (source) => expect(forbiddenImports(source)).toEqual([]),
  );
});

/** Returns the imports that break a rule, each with its fix. */
function forbiddenImports(source: Source): string[] {
  const { part } = source;
  const imports = importsOf(source);
  const allowed = DIRECTION[part] ?? [];
  const rooms = imports
    .flatMap((imported) => imported.part ?? [])
    .filter((room) => room !== part && !allowed.includes(room))
    .map((room) => `${room}: move the code to a room that may use it, or add the room to ${part} in DIRECTION`);
  const packages = Object.entries(OWNERS)
    .filter(([name, owners]) => !owners.includes(part) && imports.some((one) => isOf(name, one.name)))
    .map(([name, owners]) => `${name}: call one of ${owners.join(', ')}, which may use it, or add ${part} to OWNERS`);
  const unknown = DIRECTION[part] ? [] : [`${part} has no row in DIRECTION: add it after all it imports`];
  return [...unknown, ...rooms, ...packages];
}

const isOf = (name: string, imported = '') => imported === name || imported.startsWith(`${name}/`);

test('rooms do not import each other in a cycle', () => {
  const rooms = Object.keys(DIRECTION);
  const backwards = SOURCES.flatMap((source) =>
    importsOf(source)
      .map(({ part }) => part)
      .filter((part): part is string => part !== undefined && part !== source.part)
      .filter((part) => rooms.indexOf(part) >= rooms.indexOf(source.part))
      .map((part) => `${source.path} imports ${part}`),
  );
  expect(backwards).toEqual([]);
});

test('files do not import each other in a cycle', () => {
  const left = new Map(
    SOURCES.map((source) => [source.path, new Set(importsOf(source).map(({ file }) => file))] as const),
  );
  // Repeatedly removes files that import none of those left. Files that remain are in a cycle, or lead to one.
  for (let before = 0; before !== left.size; ) {
    before = left.size;
    for (const [path, files] of left) if (![...files].some((file) => left.has(file ?? ''))) left.delete(path);
  }
  expect([...left.keys()]).toEqual([]);
});

/** Entry points of separate programs. */
const ENTRIES = new Set(['src/main.ts', 'src/demo/run.ts']);

test('no source has a TODO or a silenced type error, and only entry points read the environment', async () => {
  await checkEach(
    SOURCES,
    ({ path }) => path,
    ({ path, text }) => {
      expect(text.match(/\bTODO\b|\bFIXME\b/g) ?? [], 'finish it, or report it as an issue').toEqual([]);
      expect(text.match(/@ts-ignore|@ts-expect-error|\bas any\b/g) ?? [], 'give the value its type').toEqual([]);
      if (!ENTRIES.has(path))
        expect(text.match(/process\.env\b/g) ?? [], 'take it from Config (src/config.ts)').toEqual([]);
    },
  );
});

test.each(OPENINGS)('no comment begins with %s', (word) => {
  const found = [...SOURCES, ...TESTS].flatMap((source) => commentsBeginning(word, source));
  expect(found, 'say why, or name the thing, or delete the comment if the name says it').toEqual([]);
});

test('no comment begins with its slashes twice', () => {
  expect([...SOURCES, ...TESTS].flatMap(doubledSlashes)).toEqual([]);
});

test('error texts state what a value must be, not what it takes', () => {
  expect(SOURCES.flatMap(takesInTexts), 'write "must be", "must have" or "accepts"').toEqual([]);
});

/** A list of all English words, banned ones included. */
const WORD_LIST = 'src/domain/search/english-words.ts';

/** Number of uses that stay, because published schemas of the portal's UCP extensions never change at their URL. */
const BANNED_LEFT: Readonly<Record<string, number>> = { whoever: 1, 'told of': 1 };

test('the sources, documents and titles of tests have no word that docs/dev/words.md bans', async () => {
  const titles = TESTS.map((file) => ({ path: file.path, text: titlesIn(file) }));
  const pages = filesIn('docs', '.md').filter(({ path }) => path !== 'docs/dev/words.md');
  const written = SOURCES.filter(({ path }) => path !== WORD_LIST);
  const texts = [...written, ...pages, ...titles].map(({ path, text }) => ({ path, text: spoken(text) }));
  await checkEach(
    bannedWords(),
    ({ word }) => word,
    ({ word, instead }) => {
      const used = texts
        .map(({ path, text }) => ({ path, times: timesOf(word, text) }))
        .filter(({ times }) => times > 0);
      const left = BANNED_LEFT[word] ?? 0;
      const total = used.reduce((sum, { times }) => sum + times, 0);
      const found = used.map(({ path, times }) => `${path}: ${times}`);
      const message = `write "${instead}": ${total} uses, at most ${left}\n${found.join('\n')}`;
      expect(total, message).toBeLessThanOrEqual(left);
    },
  );
});

test('docs/dev/architecture.md names only files that exist', () => {
  const page = readFileSync(join(PACKAGE_ROOT, 'docs', 'dev', 'architecture.md'), 'utf8');
  const named = [...page.matchAll(/`([a-z][\w./-]*\/[\w.-]+\.(?:ts|mjs))`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(30);
  const absent = named.filter((path) => !['.', 'src'].some((top) => existsSync(join(PACKAGE_ROOT, top, path))));
  expect(absent).toEqual([]);
});
