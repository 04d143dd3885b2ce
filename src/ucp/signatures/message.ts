import { createHash } from 'node:crypto';
import { parseDictionary, serializeDictionary } from 'structured-headers';

/** An HTTP message with the components that a signature can cover (RFC 9421, 2). */
export interface SignableMessage {
  /** Values of derived components, such as `@method`. */
  readonly derived: ReadonlyMap<string, string>;
  /** All values of a header field, by lower-case name; empty if absent. */
  field(name: string): readonly string[];
}

export interface RequestParts {
  readonly method: string;
  /**
   * Host, with the port if any. For a received request it comes from the site's base URL, never from the request, so
   * that a signature made for another host is rejected. For a sent request it is the receiver's.
   */
  readonly authority: string;
  /** Path and query as sent. */
  readonly target: string;
  field(name: string): readonly string[];
}

export function requestMessage({ method, authority, target, field }: RequestParts): SignableMessage {
  const at = target.indexOf('?');
  const path = at === -1 ? target : target.slice(0, at);
  const derived = new Map([
    ['@method', method.toUpperCase()],
    ['@authority', authority.toLowerCase()],
    ['@path', path === '' ? '/' : path],
    ['@query', at === -1 ? '?' : target.slice(at)],
  ]);
  return { derived, field };
}

export function responseMessage(status: number, fields: Readonly<Record<string, string>>): SignableMessage {
  return {
    derived: new Map([['@status', String(status)]]),
    field: (name) => (fields[name] === undefined ? [] : [fields[name]]),
  };
}

/** Value of `Content-Digest` for a body (RFC 9530), computed over its bytes as sent. */
export function contentDigest(body: Uint8Array): string {
  return serializeDictionary(
    new Map([['sha-256', [toArrayBuffer(createHash('sha256').update(body).digest()), new Map()]]]),
  );
}

/**
 * True if the header contains the body's SHA-256. A SHA-512 must match too; digests of other algorithms are ignored.
 */
export function isDigestOf(header: string, body: Uint8Array): boolean {
  try {
    const digests = parseDictionary(header);
    if (!digests.has('sha-256')) return false;
    return [...digests].every(([name, [value]]) => {
      const algorithm = ALGORITHMS.get(name);
      if (algorithm === undefined) return true;
      return value instanceof ArrayBuffer && createHash(algorithm).update(body).digest().equals(Buffer.from(value));
    });
  } catch {
    return false;
  }
}

const ALGORITHMS: ReadonlyMap<string, string> = new Map([
  ['sha-256', 'sha256'],
  ['sha-512', 'sha512'],
]);

/** Converts bytes to the type that the structured-headers package accepts. */
export function toArrayBuffer(bytes: Buffer): ArrayBuffer {
  return Uint8Array.from(bytes).buffer;
}
