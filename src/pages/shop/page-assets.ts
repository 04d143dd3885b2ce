import { type Response, Router } from 'express';
import { isColor } from '../../domain/values/color.js';
import { html } from '../html.js';
import { pageFiles } from './page-files.js';

const KEPT = 'public, max-age=31536000, immutable';

/** Serves the style, script and icons of the buyer's pages. */
export function pageAssets(): Router {
  const router = Router();
  router.get('/assets/:name', ({ params }, response, next) => {
    const file = Object.values(pageFiles()).find(({ name }) => name === params.name);
    if (file) send(response, file.type, file.text);
    else next();
  });
  router.get('/assets/icon/:color/:letter', ({ params: { color = '', letter = '' } }, response, next) => {
    if (isColor(`#${color}`) && /^[\p{L}\p{N}·]{1,2}$/u.test(letter))
      send(response, 'image/svg+xml', icon(`#${color}`, letter));
    else next();
  });
  return router;
}

/** Path of the icon with a letter in a color. */
export function iconPath(color: string, letter: string): string {
  return `assets/icon/${color.slice(1)}/${encodeURIComponent(letter)}`;
}

function icon(color: string, letter: string): string {
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="${color}"/><text x="32" y="44" text-anchor="middle" font-family="system-ui, sans-serif" font-size="34" font-weight="600" fill="#fff">${letter}</text></svg>`
    .text;
}

function send(response: Response, type: string, text: string): void {
  response.set({ 'content-type': type, 'cache-control': KEPT, 'content-security-policy': "default-src 'none'" });
  response.send(Buffer.from(text));
}
