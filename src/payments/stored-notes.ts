import {
  type Clock,
  insertWrite,
  type PaymentNote,
  type PaymentNotes,
  replaceWrite,
  type StoreWriter,
} from '../ports.js';

/** Maximum lengths of a note's key and of its text, in characters. */
const MAX_KEY = 200;
const MAX_TEXT = 4_000;

/** Stores the notes of a payment handler in the database. */
export class StoredNotes implements PaymentNotes {
  private readonly store: StoreWriter;
  private readonly clock: Clock;
  private readonly handlerId: string;

  constructor(store: StoreWriter, clock: Clock, handlerId: string) {
    this.store = store;
    this.clock = clock;
    this.handlerId = handlerId;
  }

  async find(key: string): Promise<string | undefined> {
    const id = this.idOf(key);
    return (await this.store.read((rows) => rows.get('payment_note', id)))?.text;
  }

  keepFirst(key: string, text: string): Promise<string> {
    const row = this.rowOf(key, text);
    return this.store.update((rows) => {
      const before = rows.get('payment_note', row.id);
      return before
        ? { writes: [], result: before.text }
        : { writes: [insertWrite('payment_note', row)], result: text };
    }, row.id);
  }

  keepLast(key: string, text: string): Promise<void> {
    const row = this.rowOf(key, text);
    return this.store.update((rows) => {
      const before = rows.get('payment_note', row.id);
      const put = before
        ? replaceWrite('payment_note', before, { ...row, created_at: before.created_at })
        : insertWrite('payment_note', row);
      return { writes: [put], result: undefined };
    }, row.id);
  }

  private rowOf(key: string, text: string): PaymentNote {
    if (text.length > MAX_TEXT) throw new Error(`notes of a payment handler must have at most ${MAX_TEXT} characters`);
    return { id: this.idOf(key), text, created_at: this.clock.now(), version: 0 };
  }

  private idOf(key: string): string {
    if (key.length > MAX_KEY)
      throw new Error(`keys of a payment handler's notes must have at most ${MAX_KEY} characters`);
    return `${this.handlerId}/${key}`;
  }
}
