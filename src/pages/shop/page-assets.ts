import { type Request, type Response, Router } from 'express';
import { textColorOn } from '../../domain/shop/brand.js';
import { isColor } from '../../domain/values/color.js';
import { html } from '../html.js';
import { ENCODINGS, type Encoding, pageFiles } from './page-files.js';

const KEPT = 'public, max-age=31536000, immutable';

/** Serves the style, script and icons of the buyer's pages. */
export function pageAssets(): Router {
  const router = Router();
  router.get('/assets/:name', (request, response, next) => {
    const file = Object.values(pageFiles()).find(({ name }) => name === request.params.name);
    if (!file) return next();
    const encoding = encodingFor(request);
    response.set({ vary: 'Accept-Encoding', ...(encoding && { 'content-encoding': encoding }) });
    send(response, file.type, encoding ? file.encoded[encoding] : file.bytes);
  });
  router.get('/assets/icon/:color/:letter', ({ params: { color = '', letter = '' } }, response, next) => {
    if (isColor(`#${color}`) && /^[\p{L}\p{N}·]{1,2}$/u.test(letter))
      send(response, 'image/svg+xml', Buffer.from(icon(`#${color}`, letter)));
    else next();
  });
  return router;
}

/** Returns the path of the icon that shows a letter on a color. */
export function iconPath(color: string, letter: string): string {
  return `assets/icon/${color.slice(1)}/${encodeURIComponent(letter)}`;
}

function icon(color: string, letter: string): string {
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="${color}"/><text x="32" y="44" text-anchor="middle" font-family="system-ui, sans-serif" font-size="34" font-weight="600" fill="${textColorOn(color)}">${letter}</text></svg>`
    .text;
}

/** Returns the preferred encoding that the browser accepts; `undefined` if it accepts no compression. */
function encodingFor(request: Request): Encoding | undefined {
  return ENCODINGS.find((encoding) => request.acceptsEncodings(encoding) === encoding);
}

function send(response: Response, type: string, bytes: Buffer): void {
  response.set({ 'content-type': type, 'cache-control': KEPT, 'content-security-policy': "default-src 'none'" });
  response.send(bytes);
}
