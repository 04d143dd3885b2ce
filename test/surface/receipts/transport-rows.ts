import { gzipSync } from 'node:zlib';
import { expect, vi } from 'vitest';
import { changeCharacter } from '../../support/change-character.js';
import { type Case, cases, JSON_TYPE, keyLine, type Refusal, withLiteral } from './case.js';

/** Rows 1 to 22: keys, headers, bytes and JSON. */

const NO_KEY: Refusal = [401, 'unauthorized'];
const NO_JSON: Refusal = [400, 'invalid_json'];
const PARSED = { outcome: 'parse error', why: 'the message itself is not valid JSON' };

const right: Case['body'] = (stage) => stage.signed();
const text = (stage: Parameters<Case['body']>[0]) => JSON.stringify(stage.signed());

const KEYS: readonly Case[] = [
  ...cases(1, NO_KEY, [['no x-api-key', right, { headers: () => [JSON_TYPE] }]]),
  ...cases(2, NO_KEY, [
    ['unknown API key, right format', right, { headers: ({ keys }) => [JSON_TYPE, keyLine(keys.unknown)] }],
  ]),
  ...cases(4, NO_KEY, [
    ['revoked API key', right, { headers: ({ keys }) => [JSON_TYPE, keyLine(keys.revoked)] }],
    ['expired API key', right, { headers: ({ keys }) => [JSON_TYPE, keyLine(keys.expired)] }],
  ]),
  ...cases(
    5,
    [403, 'forbidden', /"receipts:write"/],
    [['API key without receipts:write', right, { headers: ({ keys }) => [JSON_TYPE, keyLine(keys.unscoped)] }]],
  ),
  ...cases(6, NO_KEY, [
    ['two x-api-key headers', right, { headers: ({ keys }) => [JSON_TYPE, keyLine(keys.right), keyLine(keys.right)] }],
  ]),
];

const typed = (type: string | undefined): Partial<Case> => ({
  headers: ({ keys }) => [keyLine(keys.right), ...(type === undefined ? [] : [`Content-Type: ${type}`])],
});

const TYPES: readonly Case[] = [
  ...cases(
    7,
    [415, 'unsupported_media_type'],
    [
      ['content type text/plain', right, typed('text/plain')],
      ['no content type', right, typed(undefined)],
      ['content type empty', right, typed('')],
    ],
  ),
  ...cases(
    8,
    [415, 'unsupported_media_type'],
    [['charset=utf-16le', (stage) => Buffer.from(text(stage), 'utf16le'), typed('application/json; charset=utf-16le')]],
  ),
];

const LIMIT = 64 * 1024;
const packed: Partial<Case> = {
  headers: ({ keys }) => [JSON_TYPE, keyLine(keys.right), 'Content-Encoding: gzip'],
};

const between = (submission: string, bytes: readonly number[]) => {
  const [before = '', after = ''] = submission.split('LITERAL');
  return Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
};

const BODIES: readonly Case[] = [
  ...cases(9, NO_JSON, [['empty body', () => '']]),
  ...cases(
    10,
    [400, 'invalid_request'],
    [
      ['body null', () => 'null'],
      ['body 1', () => '1'],
      ['body []', () => '[]'],
    ],
  ),
  ...cases(11, NO_JSON, [
    ['truncated JSON', (stage) => text(stage).slice(0, -1)],
    ['trailing comma', (stage) => text(stage).replace(/\}$/, ',}')],
    ['two documents', (stage) => `${text(stage)}${text(stage)}`],
    ['NaN literal', (stage) => withLiteral(stage.signed({ metadata: { n: 'LITERAL' } }), 'NaN')],
  ]),
  ...cases(
    12,
    [413, 'payload_too_large', /64 KiB/],
    [
      ['body of 64 KiB and one byte', (stage) => text(stage).padEnd(LIMIT + 1)],
      ['gzip bomb of 10 MB', () => gzipSync(Buffer.alloc(10_000_000, ' ')), packed],
      ['gzip of a right body that is padded beyond 64 KiB', (stage) => gzipSync(text(stage).padEnd(LIMIT + 1)), packed],
    ],
  ),
  ...cases(13, NO_JSON, [['UTF-8 BOM before the object', (stage) => `\ufeff${text(stage)}`]]),
  ...cases(14, NO_JSON, [
    ['byte 0xFF inside a string', (stage) => between(JSON.stringify(stage.signed({ job_id: 'LITERAL' })), [0xff])],
  ]),
  ...cases(15, NO_JSON, [
    ['bytes ED A0 80', (stage) => between(JSON.stringify(stage.signed({ job_id: 'LITERAL' })), [0xed, 0xa0, 0x80])],
  ]),
];

const twice = (submission: string, member: string, value: unknown) =>
  submission.replace(`"${member}":`, () => `"${member}":${JSON.stringify(value)},"${member}":`);

const escaped =
  (literal: string): Case['body'] =>
  (stage) =>
    withLiteral(stage.signed({ metadata: { text: 'LITERAL' } }), `"${literal}"`);

async function isAlive({ portal }: Parameters<Case['body']>[0]): Promise<void> {
  expect((await fetch(`${portal.url}/healthz`)).status).toBe(200);
}

const JSON_ROWS: readonly Case[] = [
  ...cases(16, NO_JSON, [
    ['duplicate member in receipt', (stage) => twice(text(stage), 'job_id', 'another')],
    ['duplicate member in receipt, equal', (stage) => twice(text(stage), 'version', 'v0')],
    [
      'duplicate member in receipt, escaped',
      (stage) => text(stage).replace('"job_id":', '"job\\u005fid":"another","job_id":'),
    ],
  ]),
  ...cases(17, NO_JSON, [
    ['duplicate public_key', (stage) => twice(text(stage), 'public_key', stage.b.signer.public_key)],
    ['duplicate receipt', (stage) => twice(text(stage), 'receipt', stage.receipt())],
  ]),
  ...cases(18, NO_JSON, [['half a surrogate pair in metadata', escaped('\\ud800')]]),
  ...cases(19, NO_JSON, [
    [
      'half a surrogate pair in the name of a member of metadata',
      (stage) => JSON.stringify(stage.signed({ metadata: { LITERAL: 1 } })).replace('LITERAL', () => '\\udc00'),
    ],
  ]),
  ...cases(20, NO_JSON, [['reversed surrogate pair', escaped('\\ude00\\ud83d')]]),
  ...cases(
    21,
    [400, 'invalid_receipt', /^receipt\.metadata\..*levels/],
    [['metadata nested 40 deep', (stage) => stage.signed({ metadata: nested(40) })]],
  ),
  ...cases(22, NO_JSON, [
    [
      '20,000 nested [',
      (stage) =>
        withLiteral(stage.signed({ metadata: { x: 'LITERAL' } }), `${'['.repeat(20_000)}${']'.repeat(20_000)}`),
      { also: isAlive },
    ],
    ['20,000 nested [ that are never closed', () => '['.repeat(20_000), { also: isAlive }],
  ]),
];

function nested(depth: number): Readonly<Record<string, unknown>> {
  return depth === 1 ? {} : { x: nested(depth - 1) };
}

/** Over MCP, these rows except 21 are parse errors: the body is rejected before it is read as a JSON-RPC message. */
const unreadable = (one: Case): Case => (one.row === 21 ? one : { ...one, mcp: PARSED });

export const TRANSPORT_ROWS: readonly Case[] = [...KEYS, ...TYPES, ...[...BODIES, ...JSON_ROWS].map(unreadable)];

/** Row 3. It also checks that the key is not looked up in the database. */
export const BAD_CHECKSUM: Case = {
  ...{ row: 3, what: 'API key with a wrong checksum, rejected without a look-up', body: right, outcome: NO_KEY },
  headers(stage) {
    vi.spyOn(stage.portal.app.store, 'findKeyByHash');
    return [JSON_TYPE, keyLine(changeCharacter(stage.keys.right, -1, '01'))];
  },
  also({ portal }) {
    expect(portal.app.store.findKeyByHash).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  },
};
