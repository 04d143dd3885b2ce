import { expect, test } from 'vitest';
import { parsedUrl } from '../src/parsed-url.js';

test('accepts a URL with non-ASCII characters even after V8 has optimized the function', () => {
  const text = 'https://münchen.example/ü';
  const refused = Array.from({ length: 20_000 }, () => parsedUrl(text)).filter((url) => url === undefined);
  expect(refused).toEqual([]);
  expect(parsedUrl('no URL')).toBeUndefined();
});
