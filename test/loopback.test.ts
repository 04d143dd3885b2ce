import { expect, test } from 'vitest';
import { isLoopbackAddress, isLoopbackHost } from '../src/loopback.js';

test.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['0:0:0:0:0:0:0:1', true],
  ['::ffff:127.0.0.1', true],
  ['128.0.0.1', false],
  ['::ffff:10.0.0.1', false],
  ['::2', false],
  ['127.example.com', false],
  ['', false],
])('%s is an address of this machine: %s', (address, expected) => {
  expect([isLoopbackAddress(address), isLoopbackHost(address)]).toEqual([expected, expected]);
});

test('localhost is a name of this machine, and no address', () => {
  expect([isLoopbackHost('localhost'), isLoopbackAddress('localhost'), isLoopbackHost('localhost.example')]).toEqual([
    true,
    false,
    false,
  ]);
});
