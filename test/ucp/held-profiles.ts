import { VERSIONS } from '../../src/ucp/versions/index.js';
import type { Answered } from '../support/portal.js';
import { problems } from './published.js';
import { unless } from './rules/rule.js';
import { HAS_SCHEMAS } from './schemas.js';

/** Schema of a profile by version; 2026-01-11 has a separate test. */
const SCHEMAS: Readonly<Record<string, string>> = {
  '2026-08-25': 'profile.json#/$defs/business_schema',
  '2026-04-08': 'discovery/profile.json#/$defs/business_profile',
};

/** Returns the problems of the response at a path below `/.well-known/ucp`. */
export function profileProblems(path: string, { status, json, headers }: Answered): string[] {
  if (status !== 200) return unless([304, 404, 429].includes(status), `status ${status}`);
  const [newest] = VERSIONS;
  const version = /^\/\.well-known\/ucp\/([^/]+)/.exec(path)?.[1] ?? newest?.date ?? '';
  const schema = SCHEMAS[version];
  const caching = headers.get('cache-control') ?? '';
  const age = Number(/max-age=(\d+)/.exec(caching)?.[1] ?? 0);
  return [
    ...(schema && HAS_SCHEMAS ? problems(version, schema, json) : []),
    ...unless(json?.ucp?.version === version, `version ${json?.ucp?.version}`),
    ...unless(/^public,/.test(caching) && age >= 60, `cache-control ${caching}`),
    ...unless(headers.has('etag'), 'no ETag'),
  ];
}
