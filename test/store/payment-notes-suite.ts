import { expect, it } from 'vitest';
import { StoredNotes } from '../../src/payments/stored-notes.js';
import type { Store } from '../../src/ports.js';
import type { Bench } from './conformance.js';
import { NOW } from './sample-rows.js';

/**
 * Notes that payment handlers store (ports/payment.ts, PaymentNotes), read and written by two processes on one
 * database.
 */
export function paymentNotesSuite(bench: () => Bench): void {
  const notesOn = (store: Store, handler = 'card', now = NOW) =>
    new StoredNotes(store, { now: () => now, sleep: async () => undefined }, handler);
  const rowIn = (store: Store, id: string) => store.read((rows) => rows.get('payment_note', id));

  it('reads a stored text in another process, but not under other keys or handlers', async () => {
    const { store } = bench();
    const other = await bench().open();
    const notes = notesOn(store);
    expect(await notes.find('pay_1')).toBeUndefined();
    expect(await notes.keepFirst('pay_1', 'tok_1')).toBe('tok_1');
    for (const reader of [store, other]) {
      expect(await notesOn(reader).find('pay_1')).toBe('tok_1');
      expect(await notesOn(reader).find('pay_2')).toBeUndefined();
      expect(await notesOn(reader, 'invoice').find('pay_1')).toBeUndefined();
    }
    const stored = { id: 'card/pay_1', text: 'tok_1', created_at: NOW, version: 1 };
    expect(await rowIn(other, 'card/pay_1')).toEqual(stored);
  });

  it('keeps the first text, and returns it to every later process', async () => {
    const { store } = bench();
    const other = await bench().open();
    await notesOn(store).keepFirst('pay_1', 'first');
    expect(await notesOn(other).keepFirst('pay_1', 'second')).toBe('first');
    expect(await notesOn(store).find('pay_1')).toBe('first');
    expect((await rowIn(store, 'card/pay_1'))?.version).toBe(1);
  });

  it('keeps one of several texts stored concurrently, and returns it to all processes', async () => {
    const { store } = bench();
    const other = await bench().open();
    const texts = Array.from({ length: 12 }, (_, index) => `text ${index}`);
    const kept = await Promise.all(
      texts.map((text, index) => notesOn(index % 2 === 0 ? store : other).keepFirst('pay_1', text)),
    );
    expect(new Set(kept).size).toBe(1);
    expect(texts).toContain(kept[0]);
    for (const reader of [store, other]) expect(await notesOn(reader).find('pay_1')).toBe(kept[0]);
  });

  it('replaces the text and keeps the time of the first', async () => {
    const { store } = bench();
    const other = await bench().open();
    await notesOn(store).keepLast('pay_1', 'first');
    await notesOn(other, 'card', NOW + 5).keepLast('pay_1', 'second');
    expect(await notesOn(store).find('pay_1')).toBe('second');
    const stored = { id: 'card/pay_1', text: 'second', created_at: NOW, version: 2 };
    expect(await rowIn(store, 'card/pay_1')).toEqual(stored);
  });

  it('loses no replacement when processes replace a text concurrently', async () => {
    const { store } = bench();
    const other = await bench().open();
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => notesOn(index % 2 === 0 ? store : other).keepLast('pay_1', `${index}`)),
    );
    expect((await rowIn(store, 'card/pay_1'))?.version).toBe(10);
  });

  it('accepts texts of up to 4,000 and keys of up to 200 characters, and rejects longer ones', async () => {
    const { store } = bench();
    const notes = notesOn(store);
    const [key, text] = ['k'.repeat(200), 'é'.repeat(4_000)];
    expect(await notes.keepFirst(key, text)).toBe(text);
    expect(await notes.find(key)).toBe(text);
    expect(() => notes.keepFirst(key, `${text}x`)).toThrow('4000 characters');
    await expect(notes.find(`${key}k`)).rejects.toThrow('200 characters');
  });
}
