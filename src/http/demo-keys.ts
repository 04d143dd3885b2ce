import { randomBytes } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { ApiKey } from '../domain/tenant/tenant.js';
import { hashSecret, isSameSecret } from '../domain/values/secret.js';
import type { Store } from '../ports.js';

const SECRET_BYTES = 24;

/** A key of the demo shop with its scopes. */
export interface DemoKey {
  readonly key: string;
  readonly kind: ApiKey['kind'];
  readonly scopes: readonly string[];
}

export interface DemoKeysDeps {
  readonly keys: readonly string[];
  readonly store: Pick<Store, 'findKeyByHash'>;
  /** Renders the page with those keys that are not revoked. */
  page(keys: readonly DemoKey[]): { readonly headers: Readonly<Record<string, string>>; readonly text: string };
}

/** Handler and path of the page with the demo's keys; without a path if this process has no demo. */
export interface DemoKeysPage {
  readonly path: string | undefined;
  readonly handler: RequestHandler;
}

/**
 * Shows the demo's keys at a path that appears only in the start output and changes at each start. Neither the address
 * nor the headers of a request show reliably that it is local, because a proxy on this machine may forward requests
 * without adding headers.
 */
export function demoKeysPage({ keys, store, page }: DemoKeysDeps): DemoKeysPage {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  return {
    path: keys.length === 0 ? undefined : `/docs/demo/${secret}`,
    handler: async (request, response, next) => {
      if (keys.length === 0 || !isSameSecret(String(request.params.secret), secret)) {
        next();
        return;
      }
      const rows = await Promise.all(keys.map((key) => store.findKeyByHash(hashSecret(key))));
      const live = keys.flatMap((key, index) => {
        const row = rows[index]?.key;
        return row && row.revoked_at === null ? [{ key, kind: row.kind, scopes: row.scopes }] : [];
      });
      const { headers, text } = page(live);
      response.set({ ...headers, 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }).send(text);
    },
  };
}
