import { expect, test } from 'vitest';
import { parsedUrl } from '../src/parsed-url.js';

test('a URL beyond ASCII is one also when it was asked for so often that the engine has optimized the question', () => {
  const text = 'https://münchen.example/ü';
  const refused = Array.from({ length: 20_000 }, () => parsedUrl(text)).filter((url) => url === undefined);
  expect(refused).toEqual([]);
  expect(parsedUrl('no URL')).toBeUndefined();
});
