import { expect } from 'vitest';
import { jcs, type Signer } from '../../actors/signer.js';
import { parseToolResult } from '../../support/tool-result.js';
import { type Also, type Case, cases, type OverMcp, type Refusal, withLiteral } from './case.js';
import type { Stage } from './stage.js';
import type { Answer } from './wire.js';

/** Rows 23 to 50: the content of a receipt. */

const BAD: Refusal = [400, 'invalid_receipt'];
const at = (member: string): Refusal => [400, 'invalid_receipt', new RegExp(`^receipt\\.${member}: `)];
const REQUEST: Refusal = [400, 'invalid_request'];

/** Builds a body with the raw text `sent` as a value in metadata, signed as if this value were the text `canonical`. */
function literal(stage: Stage, sent: string, canonical: string, signer: Signer = stage.a.signer): string {
  const receipt = stage.receipt({ metadata: { value: 'LITERAL' } });
  const signature = signer.signText(jcs(receipt).replace('"LITERAL"', () => canonical));
  return withLiteral({ receipt, signature, public_key: signer.public_key }, sent);
}

/** Returns the receipt's row, and the receipt as `get_receipt` returns it. */
export async function stored({ portal, own }: Stage, { json }: Answer) {
  const { id }: { readonly id: string } = json.result ? parseToolResult(json.result) : json;
  const row = await portal.app.store.read((rows) => rows.find('receipt', id));
  if (!row) throw new Error('the receipt is not there');
  const { json: read, text } = await own.by.send('get_receipt', { receipt_id: id });
  return { row, data: read.data, text };
}

const bytesAre =
  (canonical: string): Also =>
  async (stage, answer) => {
    const { row, data } = await stored(stage, answer);
    const bytes = Buffer.from(row.signed_bytes).toString('utf8');
    expect(bytes).toContain(canonical);
    expect(data.signed_bytes).toBe(Buffer.from(bytes).toString('base64'));
  };

/** The message is rejected before it becomes a call. */
const UNREAD: OverMcp = { outcome: 'unread number', why: 'messages must not have numbers that a double cannot hold' };
const NUMBERS = '{"value":{"a":-0,"b":1.0,"c":1e21,"d":1e-7,"e":-0.0}}';
const CANONICAL = '{"value":{"a":0,"b":1,"c":1e+21,"d":1e-7,"e":0}}';
/** JSON whose members are in canonical order, which is that of their UTF-16 code units. */
const NAMES = '{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}},"toJSON":"no function"}';

const VALUES: readonly Case[] = [
  ...cases(
    23,
    [400, 'invalid_receipt', /^receipt\.metadata\.value: /],
    [
      [
        'integer 9007199254740993, signed as it stands',
        (stage) => literal(stage, '9007199254740993', '9007199254740993'),
        { mcp: UNREAD },
      ],
      [
        'integer -9007199254740993, signed as the nearest double',
        (stage) => literal(stage, '-9007199254740993', '-9007199254740992'),
        { mcp: UNREAD },
      ],
    ],
  ),
  ...cases(
    23,
    [400, 'invalid_receipt', /^receipt\.metadata\.value\[1\]\.deep: /],
    [
      [
        'integer of 400 digits deep inside',
        (stage) => literal(stage, `[1,{"deep":${'9'.repeat(400)}}]`, 'null'),
        { mcp: UNREAD },
      ],
    ],
  ),
  ...cases(
    24,
    [400, 'invalid_receipt', /^receipt\.metadata\.value: /],
    [
      ['1e400', (stage) => literal(stage, '1e400', 'null'), { mcp: UNREAD }],
      ['-1e400', (stage) => literal(stage, '-1e400', 'null'), { mcp: UNREAD }],
    ],
  ),
  ...cases(25, 'verified', [
    [
      '-0, 1.0, 1e21, 1e-7',
      (stage) => literal(stage, NUMBERS.slice(9, -1), CANONICAL.slice(9, -1)),
      { also: bytesAre(CANONICAL) },
    ],
    [
      '9007199254740992 and 1e15',
      (stage) => literal(stage, '[9007199254740992,1e15]', '[9007199254740992,1000000000000000]'),
    ],
  ]),
  ...cases(26, 'verified', [
    [
      'names __proto__, constructor, toJSON',
      (stage) => literal(stage, NAMES, NAMES),
      {
        async also(stage, answer) {
          const { row, data, text } = await stored(stage, answer);
          expect(Buffer.from(row.signed_bytes).toString('utf8')).toContain(`"value":${NAMES}`);
          expect(Object.keys(data.receipt.metadata.value)).toEqual(['__proto__', 'constructor', 'toJSON']);
          expect(text).toContain(`"value":${NAMES}`);
          expect(Reflect.get({}, 'x')).toBeUndefined();
          expect(Reflect.get(Object, 'prototype')).not.toHaveProperty('x');
        },
      },
    ],
    [
      'a member __proto__ of metadata itself',
      (stage) => {
        const receipt = stage.receipt({ metadata: JSON.parse('{"__proto__":[1],"a":2}') });
        return stage.a.signer.submission(receipt);
      },
      { also: bytesAre('"metadata":{"__proto__":[1],"a":2}') },
    ],
  ]),
  ...cases(
    27,
    [400, 'invalid_receipt', /^receipt\.metadata: must have at most 256 members/],
    [
      [
        '1,000 members of metadata',
        (stage) => stage.signed({ metadata: Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`m${n}`, n])) }),
      ],
      [
        '257 entries of a list',
        (stage) => stage.signed({ metadata: { list: Array.from({ length: 257 }, () => 0) } }),
        { outcome: BAD },
      ],
    ],
  ),
];

const without = (receipt: Readonly<Record<string, unknown>>, member: string) =>
  Object.fromEntries(Object.entries(receipt).filter(([name]) => name !== member));

const missing = (row: number, member: string): Case[] =>
  cases(row, at(member), [
    [`${member} missing, validly signed`, (stage) => stage.a.signer.submission(without(stage.receipt(), member))],
  ]);

const of = (row: number, member: string, values: readonly unknown[], outcome: Refusal = at(member)): Case[] =>
  cases(
    row,
    outcome,
    values.map((value) => [`${member} ${shown(value)}`, (stage) => stage.signed({ [member]: value })]),
  );

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 20)}… (${text.length - 2})` : text;
}

const FORM: readonly Case[] = [
  ...cases(28, REQUEST, [
    ['receipt missing', (stage) => without({ ...stage.signed() }, 'receipt')],
    ['receipt null', (stage) => ({ ...stage.signed(), receipt: null })],
    ['receipt a string', (stage) => ({ ...stage.signed(), receipt: jcs(stage.receipt()) })],
    ['receipt an array', (stage) => ({ ...stage.signed(), receipt: [stage.receipt()] })],
  ]),
  ...missing(29, 'version'),
  ...missing(30, 'agent_id'),
  ...missing(31, 'job_id'),
  ...missing(32, 'resolution'),
  ...missing(33, 'context_hash'),
  ...missing(34, 'issued_at'),
  ...missing(35, 'consumer_id'),
  ...of(35, 'consumer_id', [null]),
  ...of(36, 'surplus', [1, null, {}]),
  ...cases(36, at('alg'), [['alg, as if it could be chosen', (stage) => stage.signed({ alg: 'none' })]]),
  ...cases(37, REQUEST, [
    ['unknown member beside receipt', (stage) => ({ ...stage.signed(), surplus: 1 })],
    ['key_id beside receipt', (stage) => ({ ...stage.signed(), key_id: 'x' })],
  ]),
  ...of(
    38,
    'version',
    ['v1', 'V0', '0', 0, '', 'v0 ', null],
    [400, 'unsupported_receipt_version', /^receipt\.version: /],
  ),
  ...of(39, 'agent_id', ['', 'x'.repeat(256), 'a\u0000b', 'a\nb', ' a', 'a ', 'a\u00a0', '\u0085', 1, null, ['a']]),
  ...of(40, 'job_id', ['e\u0301', 'a\u202eb', '\u2066a', 'a\u200bb', 'a\ufeffb', 'a\u{e0041}', 'a\u3164b']),
  ...of(40, 'job_id', ['job\u0000', '\u0000', '', 'x'.repeat(256), ' job', 'job\t', 1]),
  ...of(41, 'resolution', ['Success', '', 'a b', '1st', '_a', `a${'b'.repeat(64)}`, 'success\n', 'erfolgß', 1]),
  ...of(42, 'context_hash', ['', 'x'.repeat(256), 'sha256:\u0007', 'sha256:ab\n', 'é', '\u007f', 1, null]),
  ...of(43, 'issued_at', [
    ...[1_795_176_000, '2026-11-20', '2026-11-20T11:59:00', '2026-02-30T10:00:00Z', '2026-11-20T24:00:00Z'],
    ...['2026-06-30T23:59:60Z', '20260-11-20T10:00:00Z', '+020260-11-20T10:00:00Z', '', '2026-11-20 10:00:00Z'],
    ...['2026-11-20t10:00:00z', '2026-11-20T10:00:00Z\n', '2026-11-20T10:00:00+1', '2026-11-20T10:00:00.Z', null],
    ...['2025-02-29T10:00:00Z', '2026-13-01T10:00:00Z', '2026-00-10T10:00:00Z', '1'],
  ]),
];

const TIMES: readonly Case[] = [
  ...cases(44, 'verified', [
    [
      'issued_at with +01:00 and a fraction',
      (stage) => stage.signed({ issued_at: '2026-11-20T13:59:59.123456789+01:00' }),
      {
        async also(stage, answer) {
          const { row, data } = await stored(stage, answer);
          expect(data.receipt.issued_at).toBe('2026-11-20T13:59:59.123456789+01:00');
          expect(row.issued_at).toBe(Date.UTC(2026, 10, 20, 12, 59, 59, 123));
        },
      },
    ],
    [
      'issued_at with -12:30 and no fraction',
      (stage) => stage.signed({ issued_at: '2026-11-20T00:29:58-12:30' }),
      {
        also: async (stage, answer) =>
          expect((await stored(stage, answer)).row.issued_at).toBe(Date.UTC(2026, 10, 20, 12, 59, 58)),
      },
    ],
  ]),
  ...cases(45, 'verified', [
    ['issued_at now + 299 s', (stage) => stage.signed({ issued_at: isoAt(stage.now + 299_000) })],
    ['issued_at now + 300 s', (stage) => stage.signed({ issued_at: isoAt(stage.now + 300_000) })],
  ]),
  ...cases(
    45,
    [400, 'issued_at_in_future', /^receipt\.issued_at: /],
    [
      ['issued_at now + 301 s', (stage) => stage.signed({ issued_at: isoAt(stage.now + 301_000) })],
      ['issued_at now + 300.001 s', (stage) => stage.signed({ issued_at: isoAt(stage.now + 300_001) })],
      ['issued_at in the year 9999', (stage) => stage.signed({ issued_at: '9999-12-31T23:59:59Z' })],
    ],
  ),
  ...cases(47, 'verified', [
    [
      'issued_at 300 s before the agent was created',
      (stage) => stage.signed({ issued_at: isoAt(madeAt(stage) - 300_000) }),
    ],
  ]),
  ...cases(
    47,
    [400, 'issued_at_too_old', /^receipt\.issued_at: .*agent/],
    [
      [
        'issued_at 300.001 s before the agent was created',
        (stage) => stage.signed({ issued_at: isoAt(madeAt(stage) - 300_001) }),
      ],
      ['issued_at in the year 0', (stage) => stage.signed({ issued_at: '0000-01-01T00:00:00Z' })],
    ],
  ),
];

export const isoAt = (instant: number) => new Date(instant).toISOString();

/** Returns the time when the test agents were created: an hour ago. */
const madeAt = (stage: Stage) => stage.now - 3_600_000;

const METADATA: readonly Case[] = [
  ...of(48, 'metadata', [null, [], 'x', 1, true]),
  ...cases(49, 'verified', [
    [
      'metadata beside the receipt that differs from its own',
      (stage) => ({
        ...stage.signed({ metadata: { channel: 'signed' } }),
        metadata: { channel: 'beside', '__proto__ ': 1 },
      }),
      {
        async also(stage, answer) {
          const { row, data } = await stored(stage, answer);
          expect(data.receipt.metadata).toEqual({ channel: 'signed' });
          expect(data.unsigned_metadata).toEqual({ channel: 'beside', '__proto__ ': 1 });
          expect(Buffer.from(row.signed_bytes).toString('utf8')).not.toContain('beside');
          expect(data).not.toHaveProperty('metadata');
        },
      },
    ],
    [
      'metadata of exactly 8 KiB beside the receipt',
      (stage) => ({ ...stage.signed(), metadata: { x: 'é'.repeat((8 * 1024 - 8) / 2) } }),
      { also: async (stage, answer) => expect((await stored(stage, answer)).row.metadata).toHaveLength(4 * 1024 + 4) },
    ],
  ]),
  ...cases(
    50,
    [400, 'invalid_request', /^metadata: .*8 KiB/],
    [
      [
        'metadata over 8 KiB beside the receipt',
        (stage) => ({ ...stage.signed(), metadata: { x: `${'é'.repeat((8 * 1024 - 8) / 2)}x` } }),
      ],
    ],
  ),
];

export const MEMBER_ROWS: readonly Case[] = [...VALUES, ...FORM, ...TIMES, ...METADATA];
