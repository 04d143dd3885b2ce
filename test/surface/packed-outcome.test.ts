import { describe, expect, it } from 'vitest';
import { packOutcome, unpackOutcome } from '../../src/calls/packed-outcome.js';

const answer = (lines: number) => ({
  answer: {
    body: { data: Array.from({ length: lines }, (_, id) => ({ id: `li_${id}`, title: 'Größe 😀', price: id })) },
  },
});

describe('a packed outcome', () => {
  it('is compressed if it is long, and unchanged if it is short', () => {
    const long = packOutcome(answer(400));
    expect(typeof long.kept).toBe('string');
    expect(long.bytes).toBe(String(long.kept).length);
    expect(long.bytes).toBeLessThan(JSON.stringify(answer(400)).length / 4);
    const short = packOutcome(answer(2));
    expect(short.kept).toEqual(answer(2));
    expect(short.bytes).toBe(Buffer.byteLength(JSON.stringify(answer(2))));
  });

  it.each([0, 1, 10, 20, 30, 40, 50, 1000])('unpacks to the original: %i lines', (lines) => {
    expect(unpackOutcome(JSON.parse(JSON.stringify(packOutcome(answer(lines)).kept)))).toEqual(answer(lines));
  });
});
