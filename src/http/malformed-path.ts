import type { Request } from 'express';

export const MALFORMED_PATH = 'The path is not percent-encoded correctly.';

const malformed = new WeakSet<Request>();

/** Escapes a path that does not percent-decode, so that it is routed, and 401 and 403 come before its 400. */
export function markMalformedPath(request: Request): void {
  if (request.url.includes('%')) {
    const [path = '', ...query] = request.url.split('?');
    if (!isDecodable(path)) {
      malformed.add(request);
      request.url = [path.replaceAll('%', '%25'), ...query].join('?');
    }
  }
}

export function isMalformedPath(request: Request): boolean {
  return malformed.has(request);
}

function isDecodable(path: string): boolean {
  try {
    // The bundler drops a pure call whose result is unused, and with it the error; so the result is used.
    return typeof decodeURIComponent(path) === 'string';
  } catch {
    return false;
  }
}
