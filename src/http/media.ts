import type { RequestHandler } from 'express';
import { typeOfName } from '../domain/shop/media.js';
import type { Media } from '../ports.js';

/** Serves the pictures of shops. The picture under a name never changes, so it may be cached forever. */
export function mediaRoute({ folder }: Media): RequestHandler {
  return (request, response, next) => {
    const { shop_id, name } = request.params;
    const type = typeof name === 'string' ? typeOfName(name) : undefined;
    if (typeof shop_id !== 'string' || type === undefined || !/^shop_[\w-]{1,100}$/.test(shop_id)) {
      next();
      return;
    }
    const headers = { 'content-type': type, 'content-security-policy': "default-src 'none'; sandbox" };
    const kept = { maxAge: '365d', immutable: true, dotfiles: 'ignore' } as const;
    // A missing picture is treated as an unknown path.
    response.sendFile(`${shop_id}/${name}`, { root: folder, headers, ...kept }, (error) => {
      if (error && !response.headersSent) {
        response.removeHeader('cache-control');
        next();
      }
    });
  };
}
