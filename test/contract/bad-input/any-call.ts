import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { OPERATIONS } from '../../../src/operations/index.js';
import type { Described } from '../described.js';
import { wrongIds, wrongKeys } from './any-caller.js';
import { type Call, invalid, type Refusal, type Row, tooLong, type Wrong } from './row.js';
import type { Objects } from './world.js';

/**
 * Faults that a call of any operation can have, regardless of its members: in headers, key, ids and the JSON of its
 * body.
 */
export function commonWrongs(operation: Described, row: Row, world: Objects): Wrong[] {
  const body = operation.method === 'GET' ? [] : wrongBodies(row);
  return [
    ...wrongHeaders(operation, row.right),
    ...wrongKeys(operation, row.right, world),
    ...wrongIds(operation, row.right, world),
    ...body,
  ];
}

/** Operations on objects without a version (docs/api.md, HTTP), such as lists, API keys, catalog items and receipts. */
const UNVERSIONED =
  /commerce\/items\/|\/(discounts|deployments|items|grants)$|\/items\/import$|\/(keys|grants)\/|\/signing-keys\/|\/receipts\/|\/media\/|\/webhooks\/\{id\}\/(ping|resend|deliveries)$/;

function wrongHeaders({ name, path }: Described, right: Call): Wrong[] {
  const mark = right.path.includes('?') ? '&' : '?';
  const all: Wrong[] = [
    { name: 'unknown query parameter', path: `${right.path}${mark}surplus=1`, refusal: invalid(/query.*"surplus"/) },
    { name: 'key in the query', path: `${right.path}${mark}api_key=1`, refusal: invalid(/query.*"api_key"/) },
    { name: 'buyer too long', headers: { 'x-buyer-id': tooLong(128) }, refusal: invalid(/x-buyer-id/) },
    { name: 'buyer with a space', headers: { 'x-buyer-id': 'a b' }, refusal: invalid(/x-buyer-id/) },
    { name: 'buyer not ASCII', headers: { 'x-buyer-id': 'adé' }, refusal: invalid(/x-buyer-id/) },
    { name: 'buyer empty', headers: { 'x-buyer-id': '' }, refusal: invalid(/x-buyer-id/) },
  ];
  if (path.includes('{id}') && !UNVERSIONED.test(path)) {
    all.push({ name: 'stale version', headers: { 'if-match': '"0"' }, refusal: [412, 'version_conflict', /If-Match/] });
  }
  if (OPERATIONS.some((one) => one.name === name && one.effect === 'read')) return all;
  const refusal = invalid(/Idempotency-Key/);
  return [
    ...all,
    { name: 'idempotency key too long', headers: { 'idempotency-key': tooLong(255) }, refusal },
    { name: 'idempotency key empty', headers: { 'idempotency-key': '' }, refusal },
  ];
}

type BodyLimit = NonNullable<Row['bodyLimit']>;
/** The limit of operations that declare no other (docs/api.md, HTTP). */
const BODY_LIMIT: BodyLimit = [256 * 1024, '256 KiB'];

const notJson: Refusal = [400, 'invalid_json', /JSON/];

function wrongBodies({ right: { path, body = {} }, bodyLimit = BODY_LIMIT }: Row): Wrong[] {
  const [, kind = 'checkout'] = /\/(checkout|order|shop|consumer|agent|key|signing-key)s\//.exec(path) ?? [];
  return [
    ...wrongJson(body, bodyLimit),
    named('array', '[]', invalid(/object/)),
    named('null', 'null', invalid(/object/)),
    named('number', '1', invalid(/object/)),
    named('string', '"x"', invalid(/object/)),
    ...surplus(body, `${kind.replace('-', '_')}_id`),
    ...wrongTransport(body, bodyLimit),
  ];
}

const named = (name: string, raw: string | Uint8Array<ArrayBuffer>, refusal = notJson): Wrong => ({
  name,
  raw,
  refusal,
});

/** Bodies that are not JSON, or are JSON that is not accepted. */
export function wrongJson(body: unknown, bodyLimit = BODY_LIMIT): Wrong[] {
  const text = JSON.stringify(body);
  const deepest = Math.min(100_000, Math.floor(bodyLimit[0] / 2.5));
  const [member, value] = Object.entries(Object(body))[0] ?? ['x', 1];
  const first = `${JSON.stringify(member)}:${JSON.stringify(value)}`;
  return [
    named('malformed JSON', text.slice(0, -1)),
    named('text after the JSON', `${text}x`),
    named('single quotes', "{'x':1}"),
    named('duplicate member, equal values', `{${first},${first}}`),
    named('duplicate member, other value', `{${first},${JSON.stringify(member)}:null}`),
    named(
      'duplicate member, escaped',
      `{${first},"\\u${member.charCodeAt(0).toString(16).padStart(4, '0')}${member.slice(1)}":1}`,
    ),
    named('duplicate member deep inside', '{"x":[{"y":1,"y":1}]}'),
    named('BOM', Uint8Array.of(0xef, 0xbb, 0xbf, ...Buffer.from(text))),
    named('invalid UTF-8', Uint8Array.of(...Buffer.from('{"x":"'), 0xff, ...Buffer.from('"}'))),
    named('UTF-16', Uint8Array.from(Buffer.from(text, 'utf16le'))),
    named('lone surrogate in a value', '{"x":"\\ud83d"}'),
    named('lone surrogate in a name', '{"\\ude00":1}'),
    named('depth 65', nested(65)),
    named('as deep as the size limit permits', `{"x":${'['.repeat(deepest)}${']'.repeat(deepest)}}`),
  ];
}

/** A body of this depth with a member that no operation accepts. */
function nested(depth: number): string {
  return `{"surplus":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
}

function surplus(body: unknown, pathMember: string): Wrong[] {
  const inner = JSON.stringify(body).slice(1, -1);
  const withMember = (member: string) => `{${inner}${inner === '' ? '' : ','}${JSON.stringify(member)}:"x"}`;
  const names = ['surplus', pathMember, 'idempotency_key', 'limit', '__proto__', 'constructor', 'toString'];
  return [
    ...names.map((name) => ({
      name: `unknown member ${name}`,
      raw: withMember(name),
      refusal: invalid(new RegExp(`unknown member "${name}"`)),
    })),
    // Depth 64 is accepted, so the error is for the unknown member.
    {
      name: 'unknown member of depth 64',
      raw: `{${inner}${inner === '' ? '' : ','}${nested(64).slice(1)}`,
      refusal: invalid(/"surplus"/),
    },
  ];
}

const notPacked: Refusal = [400, 'invalid_json', /decompress/];
const unknownEncoding: Refusal = [415, 'unsupported_media_type', /Content-Encoding/];

/** White space that has a few KiB when compressed, but exceeds any limit when decompressed. */
const LARGE = Buffer.alloc(10 * 1024 * 1024, ' ');
const BOMBS: readonly (readonly [encoding: string, packed: Uint8Array])[] = [
  ['gzip', gzipSync(LARGE)],
  ['deflate', deflateSync(LARGE)],
  ['br', brotliCompressSync(LARGE)],
];

function encoded(name: string, encoding: string, bytes: Uint8Array, refusal: Refusal): Wrong {
  return { name, raw: Uint8Array.from(bytes), headers: { 'content-encoding': encoding }, refusal };
}

/** Unsupported content types, encodings and sizes. */
export function wrongTransport(body: unknown, [bytes, said] = BODY_LIMIT): Wrong[] {
  const text = JSON.stringify(body);
  const large: Refusal = [413, 'payload_too_large', new RegExp(said)];
  const type = (value: string): Wrong => ({
    name: `content type "${value}"`,
    raw: text,
    headers: { 'content-type': value },
    refusal: [415, 'unsupported_media_type', /Content-Type/],
  });
  return [
    ...['text/plain', 'application/jsonp', 'application/json; charset=latin1', 'multipart/form-data', ''].map(type),
    encoded('zstd', 'zstd', Buffer.from(text), unknownEncoding),
    encoded('gzip in gzip', 'gzip, gzip', gzipSync(gzipSync(text)), unknownEncoding),
    encoded('gzip that is not compressed', 'gzip', Buffer.from(text), notPacked),
    encoded('truncated gzip', 'gzip', gzipSync(text.padEnd(1024)).subarray(0, -12), notPacked),
    ...BOMBS.map(([encoding, packed]) => encoded(`10 MiB in ${encoding}`, encoding, packed, large)),
    { name: `${said} + 1`, raw: text.padEnd(bytes + 1), refusal: large },
  ];
}
