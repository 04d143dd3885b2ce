import express, { type Request, type Response } from 'express';
import type { HttpBinding } from '../calls/http-binding.js';
import { PortalError } from '../domain/errors/portal-error.js';
import { assertExactNumbers } from '../json/exact-numbers.js';
import { parseJsonInSlices, type Slicing } from '../json/sliced-json.js';
import { parseStrictJson } from '../json/strict-json.js';
import type { BodyBudget } from './body-budget.js';

type ReadBody = (request: Request, response: Response) => Promise<Buffer>;

/** Reads bodies up to `limitBytes` after decompression, so that a small body cannot expand into a huge one. */
export function bodyReader(limitBytes: number, budget: BodyBudget): ReadBody {
  const raw = express.raw({ type: () => true, limit: limitBytes });
  const readAny: ReadBody = (request, response) =>
    new Promise((resolve, reject) => {
      const cutOff = () => reject(bodyError(undefined, limitBytes));
      // Express waits for the end of a compressed body, which never comes if the body is cut off.
      request.once('close', () => {
        if (!request.readableEnded) cutOff();
      });
      raw(request, response, (error: unknown) => {
        if (error) reject(bodyError(error, limitBytes));
        else if (Buffer.isBuffer(request.body)) resolve(request.body);
        // If the connection has ended, Express treats the request as one without a body.
        else if (announcesBody(request)) cutOff();
        else resolve(Buffer.alloc(0));
      });
    });
  const read: ReadBody = (request, response) =>
    isPlain(request, limitBytes) ? readPlain(request, limitBytes) : readAny(request, response);
  return (request, response) => budget.spend(request, limitBytes, () => read(request, response));
}

/** True if the body is not compressed, and its announced length is within the limit. */
function isPlain({ headers, destroyed, readableEnded }: Request, limitBytes: number): boolean {
  if (destroyed || readableEnded || headers['content-encoding'] !== undefined) return false;
  const length = Number(headers['content-length'] ?? 0);
  return length > 0 && length <= limitBytes;
}

/** Reads a body as Node delivers it, which ends a message at its announced length. Takes less time than Express. */
function readPlain(request: Request, limitBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => {
      const [first] = chunks;
      resolve(first && chunks.length === 1 ? first : Buffer.concat(chunks));
    });
    request.once('close', () => {
      if (!request.readableEnded) reject(bodyError(undefined, limitBytes));
    });
  });
}

function announcesBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function bodyError(error: unknown, limitBytes: number): PortalError {
  const status = typeof error === 'object' && error !== null ? Reflect.get(error, 'status') : undefined;
  if (status === 413)
    return new PortalError('payload_too_large', `The body must not be larger than ${sizeText(limitBytes)}.`);
  if (status === 415)
    return new PortalError(
      'unsupported_media_type',
      'Content-Encoding: send the body plain, or with gzip, deflate or br.',
    );
  return new PortalError('invalid_json', 'The body ended before it was complete, or does not decompress.');
}

function sizeText(bytes: number): string {
  const kib = bytes / 1024;
  return kib >= 1024 ? `${kib / 1024} MiB` : `${kib} KiB`;
}

/**
 * Returns a raw body as base64, in an object under the operation's member name; `undefined` if its content type is not
 * one of the operation's raw types.
 */
export function readRawBody(request: Request, bytes: Buffer, { rawBody }: HttpBinding): object | undefined {
  const [type = ''] = (request.headers['content-type'] ?? '').toLowerCase().split(';');
  return rawBody?.types.includes(type.trim()) ? { [rawBody.member]: bytes.toString('base64') } : undefined;
}

/** Options for parsing a body. */
interface BodyForm {
  readonly exactNumbers?: boolean | undefined;
  readonly mergePatch?: boolean | undefined;
}

/**
 * Parses a JSON body. If no member is required (`emptyIsObject`), a missing or empty body is read as `{}`, regardless
 * of its content type (docs/api.md, HTTP).
 * @throws PortalError `unsupported_media_type`, `invalid_json`, `invalid_request`; with `exactNumbers`, also the errors
 * of `assertExactNumbers`
 */
export function parseJsonBody(request: Request, bytes: Buffer, emptyIsObject: boolean, form: BodyForm = {}): unknown {
  if (emptyIsObject && bytes.length === 0) return {};
  assertJsonType(request, form);
  const value = parseStrictJson(bytes, { anyNumber: form.exactNumbers === true });
  if (form.exactNumbers) assertExactNumbers(bytes.toString('utf8'));
  return value;
}

/** Size in bytes above which a body is parsed in slices. */
const LARGE = 256 * 1024;

/** Like `parseJsonBody`, for an operation's body: lists and long texts of a large body are parsed in slices. */
export async function readOperationJson(
  request: Request,
  bytes: Buffer,
  emptyIsObject: boolean,
  form: BodyForm,
  slices: Slicing,
): Promise<unknown> {
  if (bytes.length <= LARGE) return parseJsonBody(request, bytes, emptyIsObject, form);
  assertJsonType(request, form);
  const { exactNumbers = false } = form;
  const value = await parseJsonInSlices(bytes, slices, { anyNumber: exactNumbers });
  if (exactNumbers) {
    await slices.next();
    assertExactNumbers(bytes.toString('utf8'));
  }
  return value;
}

function assertJsonType(request: Request, form: BodyForm): void {
  const type = request.headers['content-type'] ?? '';
  const [, subtype] = /^application\/(json|merge-patch\+json)\s*(?:;\s*charset="?utf-8"?\s*)?$/i.exec(type) ?? [];
  if (subtype === undefined || (subtype.toLowerCase() !== 'json' && !form.mergePatch)) {
    const taken = form.mergePatch ? 'application/json or application/merge-patch+json' : 'application/json';
    throw new PortalError('unsupported_media_type', `Content-Type: send ${taken} in UTF-8.`);
  }
}
