import { expect, it } from 'vitest';
import { byteCache } from '../../src/domain/values/bounded-cache.js';

it('drops the least recently used entries above its bytes, and caches none that is larger by itself', () => {
  const cache = byteCache<object>(100);
  for (const name of ['a', 'b', 'c']) cache.set(name, { name }, { size: 30 });
  cache.get('a');
  cache.set('d', { name: 'd' }, { size: 30 });
  expect([...cache.keys()].sort()).toEqual(['a', 'c', 'd']);
  cache.set('e', { name: 'e' }, { size: 101 });
  expect([...cache.keys()].sort()).toEqual(['a', 'c', 'd']);
});
