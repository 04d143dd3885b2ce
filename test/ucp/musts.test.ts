import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PACKAGE_ROOT } from '../../src/package-root.js';

/** What UCP says that a business must, with the test that holds the portal to it; or why it is not served. */

type Row = readonly [must: string, file: string, title: string];

const ROWS: readonly Row[] = [
  ['a profile at /.well-known/ucp, of the published form', 'profile', 'is of the published form'],
  [
    'it may be cached, for a minute at least, and has a validator',
    'profile',
    'may be kept, and is sent again only when it has changed',
  ],
  ['only transports and capabilities that are served are listed', 'profile', 'announces only what is served'],
  ['older versions are named with leaf profiles', 'profile', 'is the newest version, and names the others'],
  [
    'documents of extensions and handlers are on the namespace of their host',
    'profile',
    'announces only what is served',
  ],
  ['every request names a profile', 'registry', 'needs a profile, and a key that is one'],
  ['profiles are fetched over https from public hosts, without redirects', 'profiles', 'test'],
  ['the connection goes to the address that was checked', '../outbound/connector', 'test'],
  ['a profile that cannot be fetched or read is refused', 'negotiation', 'that is no JSON'],
  [
    'the version of the profile is held against the endpoint on every request',
    'negotiation',
    'of another version than the endpoint',
  ],
  [
    'capabilities are intersected, and extensions without a parent dropped',
    'negotiation',
    'an extension without its parent is dropped with it',
  ],
  ['no common capability is an outcome', 'negotiation', 'none in common is an outcome'],
  [
    'ucp stands in every answer, with the capabilities that concern it',
    'cart',
    'is created, read, replaced and canceled',
  ],
  ['answers are of the published schemas, REST', 'checkout', 'is filled, completed, and then stays as it is'],
  ['answers are of the published schemas, MCP', 'mcp', 'buys, from the catalog to the order'],
  ['an update replaces the whole content', 'equality', 'one replacement is the same as the partial calls before it'],
  ['totals add up, and have the signs of their version', 'early', 'buys'],
  ['a completed checkout does not change', 'checkout', 'is filled, completed, and then stays as it is'],
  ['credentials are never answered', 'mcp', 'buys, from the catalog to the order'],
  ['what the platform wrote last is what is paid, also at once', 'races', 'what was paid is what was answered'],
  ['a repeat is answered the same, byte by byte', 'calls', 'with the same bytes gets the same bytes'],
  ['the same key with another body is a conflict', 'calls', 'with other bytes is a conflict'],
  ['a key is for one operation on one resource', 'calls', 'for another checkout is another call'],
  [
    'over MCP a repeat is the same whatever the id of its message',
    'mcp',
    'is the same call whatever the id of its message',
  ],
  ['complete and cancel need a key over MCP', 'mcp', 'needs a key where the call cannot be taken back'],
  ['all tools of an announced capability are there, with output schemas', 'mcp', 'serves the SDK'],
  ['the body stands in structuredContent, and the same as text', 'mcp', 'answers what REST answers'],
  ['what is wrong with a call is a JSON-RPC error with the status', 'mcp', 'a profile that cannot be used'],
  [
    'an API key is for its profiles and its shop',
    'registry',
    'is not for keys of other profiles, deployments and purposes',
  ],
  ['nobody reaches the resources of another platform', 'registry', 'finds nothing, as of an id that is unknown'],
  ['bodies are held against their forms', 'registry', 'refuses bodies that are none'],
  ['a conversion takes what the cart has', 'cart', 'gives what it has, whatever the call says, and one open checkout'],
  ['there is one checkout of a cart at a time', 'cart', 'at once from several sides is one checkout'],
  ['a canceled cart is not found', 'cart', 'is created, read, replaced and canceled'],
  ['a search needs an input', 'catalog', 'needs a query or a filter'],
  [
    'a lookup takes ids of products and variants, and says which led where',
    'catalog',
    'answers each product once, and which ids led to which variant',
  ],
  ['a lookup of too many ids is refused', 'catalog', 'takes so many ids and no more'],
  ['the variant that is asked for comes first', 'catalog', 'by the id of a variant is that one, whatever is selected'],
  ['a product says what is selected', 'catalog', 'by its id shows the featured variant'],
  [
    'orders are read by the platform that placed them, which proves itself',
    'order',
    'is for the platform that placed it',
  ],
  [
    'an order keeps every line, and says what became of it',
    'order',
    'shows what left the shop, what was canceled and what came back',
  ],
  ['ES256 is verified; DER is not', 'signatures', 'in DER is refused'],
  ['a signature that covers too little is none', 'signatures', 'is unsigned'],
  ['a digest is of the bytes as they arrive', 'signatures', 'fails when %s is changed'],
  ['of several signatures one is enough', 'signatures', 'by a bad key beside a good one verifies, in either order'],
  [
    'keys that are not understood spoil no others',
    'signatures',
    'needs a key that the profile has, and that can be used',
  ],
  ['a new key is looked for once a minute at most', 'signed-requests', 'a new key is found once a minute'],
  [
    'what the portal signs, others verify; a replaced key stays',
    'signed-requests',
    'answers are signed, and another implementation verifies them',
  ],
  ['a shop is found by the name of its host alone', 'found-by-host', 'a shop is found by its host'],
];

/** In docs/ucp.md, under What is not served. */
const NOT_SERVED = ['webhooks', 'the confirmation e-mail', 'split payments', 'A2A binding', 'permalink', '2026-01-23'];

describe('what UCP says that a business must', () => {
  test.each(ROWS)('%s', (_must, file, title) => {
    expect(readFileSync(join(PACKAGE_ROOT, 'test', 'ucp', `${file}.test.ts`), 'utf8')).toContain(title);
  });

  test.each(NOT_SERVED)('%s is said not to be served', (what) => {
    const page = readFileSync(join(PACKAGE_ROOT, 'docs', 'ucp.md'), 'utf8');
    const [, part = ''] = page.split('## What is not served');
    expect(part.split('\n## ')[0]).toContain(what);
  });
});
