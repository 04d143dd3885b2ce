import type { Database } from 'better-sqlite3';
import { reverseWord } from '../../search/reverse.js';

/** Change of the number of items that have a word. */
interface Change {
  readonly shop_id: string;
  readonly word: string;
  readonly term: string;
  by: number;
}

/**
 * Counts the words of the items on sale in each shop. Changes of one decision are summed before they are written, since
 * an import repeats the same words.
 */
export class WordCounts {
  private changes = new Map<string, Change>();
  private readonly add;
  private readonly countDown;
  private readonly drop;

  constructor(database: Database) {
    this.add = database.prepare(ADD);
    this.countDown = database.prepare(`UPDATE vocabulary SET items = items + $by WHERE ${ONE}`);
    this.drop = database.prepare(`DELETE FROM vocabulary WHERE ${ONE} AND items = 0`);
  }

  /** Adds (1) or removes (-1) the words of one item, with their terms. The empty word stands for the item itself. */
  count(shop_id: string, words: Iterable<readonly [word: string, term: string]>, by: 1 | -1): void {
    for (const [word, term] of [['', ''] as const, ...words]) {
      const key = `${shop_id} ${word} ${term}`;
      const change = this.changes.get(key);
      if (change) change.by += by;
      else this.changes.set(key, { shop_id, word, term, by });
    }
  }

  /** Writes the sums. */
  write(): void {
    for (const { shop_id, word, term, by } of this.changes.values()) {
      if (by > 0) this.add.run({ shop_id, word, term, backwards: reverseWord(word), by });
      if (by < 0 && this.countDown.run({ shop_id, word, term, by }).changes > 0) this.drop.run({ shop_id, word, term });
    }
    this.forget();
  }

  /** Drops the sums of a rolled-back decision. */
  forget(): void {
    if (this.changes.size > 0) this.changes = new Map();
  }
}

const ONE = 'shop_id = $shop_id AND word = $word AND term = $term';

const ADD = `
  INSERT INTO vocabulary (shop_id, word, term, backwards, items) VALUES ($shop_id, $word, $term, $backwards, $by)
  ON CONFLICT (shop_id, word, term) DO UPDATE SET items = items + excluded.items`;
