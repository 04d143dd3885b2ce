import { describe, expect, it } from 'vitest';
import { packed, unpacked } from '../../src/calls/packed-outcome.js';

const answer = (lines: number) => ({
  answer: {
    body: { data: Array.from({ length: lines }, (_, id) => ({ id: `li_${id}`, title: 'Größe 😀', price: id })) },
  },
});

describe('an outcome that is kept', () => {
  it('is a short text where it is long, and what it was where it is short', () => {
    const long = packed(answer(400));
    expect(typeof long.kept).toBe('string');
    expect(long.bytes).toBe(String(long.kept).length);
    expect(long.bytes).toBeLessThan(JSON.stringify(answer(400)).length / 4);
    const short = packed(answer(2));
    expect(short.kept).toEqual(answer(2));
    expect(short.bytes).toBe(Buffer.byteLength(JSON.stringify(answer(2))));
  });

  it.each([0, 1, 10, 20, 30, 40, 50, 1000])('reads back as it was: %i lines', (lines) => {
    expect(unpacked(JSON.parse(JSON.stringify(packed(answer(lines)).kept)))).toEqual(answer(lines));
  });
});
