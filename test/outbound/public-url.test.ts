import { expect, test } from 'vitest';
import { publicUrl } from '../../src/outbound/public-url.js';

test.each([
  'https://localhost./',
  'https://localhost/',
  'https://shop.localhost./',
  'https://shop.internal./',
  'https://168.63.129.16/',
  'https://169.254.169.254/',
])('rejects a host that is not public: %s', (url) => {
  expect(publicUrl(url, 200, { local: false })).toEqual({ problem: 'must be the URL of a public host' });
});

test.each(['https://shop.example/', 'https://shop.example./', 'https://168.63.129.17/'])(
  'accepts a public host: %s',
  (url) => {
    expect(publicUrl(url, 200, { local: false })).toBeInstanceOf(URL);
  },
);
