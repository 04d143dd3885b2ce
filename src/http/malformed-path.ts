import type { Request } from 'express';

export const MALFORMED_PATH = 'The path is not percent-encoded correctly.';

const malformed = new WeakSet<Request>();

/** A path that does not percent-decode is routed by its form, so that 401 and 403 still come before its 400. */
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
    // The bundler drops calls whose result is not used if it takes them for pure, and so this one's error.
    return typeof decodeURIComponent(path) === 'string';
  } catch {
    return false;
  }
}
