import { describe, expect, it } from 'vitest';
import { RouteTable } from '../../src/http/route-table.js';

const route = (method: 'get' | 'post' | 'patch' | 'delete' | 'any', path: string) => ({ http: { method, path } });
const TABLE = new RouteTable([
  route('get', '/api/items'),
  route('get', '/api/items/{id}'),
  route('patch', '/api/items/{id}'),
  route('post', '/api/items/import'),
  route('get', '/api/items/{id}/pictures/{name}'),
  route('get', '/api/items/import/log'),
  route('any', '/api/stream'),
]);

/** Returns the template and path parts of a match, or the nearest template and the methods that the path accepts. */
function look(path: string, method = 'GET') {
  const found = TABLE.find(path, method);
  if (!found) return undefined;
  return found.route ? [found.route.http.path, found.parts] : [found.nearest.http.path, found.methods];
}

describe('a route table', () => {
  it('prefers fixed parts to named ones', () => {
    expect(look('/api/items/import', 'POST')).toEqual(['/api/items/import', {}]);
    expect(look('/api/items/import/log')).toEqual(['/api/items/import/log', {}]);
  });

  it('matches the named part when the fixed one lacks the method or the rest of the path', () => {
    expect(look('/api/items/import')).toEqual(['/api/items/{id}', { id: 'import' }]);
    expect(look('/api/items/import/pictures/a')).toEqual([
      '/api/items/{id}/pictures/{name}',
      { id: 'import', name: 'a' },
    ]);
  });

  it('lists the methods of all templates that match, the most specific first', () => {
    expect(look('/api/items/import', 'DELETE')).toEqual(['/api/items/import', ['POST', 'GET', 'PATCH']]);
    expect(look('/api/items/a', 'POST')).toEqual(['/api/items/{id}', ['GET', 'PATCH']]);
    expect(look('/api/items', 'get')).toEqual(['/api/items', ['GET']]);
  });

  it('matches HEAD with GET, and every method with "any"', () => {
    expect(look('/api/items', 'HEAD')).toEqual(['/api/items', {}]);
    expect(look('/api/stream', 'OPTIONS')).toEqual(['/api/stream', {}]);
  });

  it.each([
    '',
    '/',
    '*',
    '/api',
    '/api/items/',
    '//api/items',
    '/api//items',
    '/API/items',
    '/api/%69tems',
    '/api/items//pictures/a',
    '/api/items/a/pictures/',
    '/__proto__',
    '/constructor/items',
  ])('has no route for "%s"', (path) => {
    expect(look(path)).toBeUndefined();
  });

  it('decodes named parts once', () => {
    expect(look('/api/items/a%2Fb%2520')).toEqual(['/api/items/{id}', { id: 'a/b%20' }]);
    expect(look('/api/items/__proto__')).toEqual(['/api/items/{id}', { id: '__proto__' }]);
    expect(() => look('/api/items/%E0%A4')).toThrow(URIError);
  });
});
