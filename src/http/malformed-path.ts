import type { Request, Response } from 'express';

export const MALFORMED_PATH = 'The path is not percent-encoded correctly.';

const malformed = new WeakSet<Request>();

/** A path that does not percent-decode is routed by its form, so that 401 and 403 still come before its 400. */
export function markMalformedPath(request: Request, _response: Response, next: () => void): void {
  if (request.url.includes('%')) {
    const [path = '', ...query] = request.url.split('?');
    if (!isDecodable(path)) {
      malformed.add(request);
      request.url = [path.replaceAll('%', '%25'), ...query].join('?');
    }
  }
  next();
}

export function isMalformedPath(request: Request): boolean {
  return malformed.has(request);
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
