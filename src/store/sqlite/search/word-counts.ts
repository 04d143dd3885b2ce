import type { Database } from 'better-sqlite3';
import { reversed } from '../../search/reversed.js';

/** How the items that have a word change in number. */
interface Change {
  readonly shop_id: string;
  readonly word: string;
  readonly term: string;
  by: number;
}

/** The words of the shops' items on sale. Changes of one decision are summed first: an import has the same words again and again. */
export class WordCounts {
  private readonly changes = new Map<string, Change>();
  private readonly add;
  private readonly countDown;
  private readonly drop;

  constructor(database: Database) {
    this.add = database.prepare(ADD);
    this.countDown = database.prepare(`UPDATE vocabulary SET items = items + $by WHERE ${ONE}`);
    this.drop = database.prepare(`DELETE FROM vocabulary WHERE ${ONE} AND items = 0`);
  }

  /** An item has these words now, with their terms, or (-1) no longer; the empty word counts the items. */
  count(shop_id: string, words: Iterable<readonly [word: string, term: string]>, by: 1 | -1): void {
    for (const [word, term] of [['', ''] as const, ...words]) {
      const key = `${shop_id} ${word} ${term}`;
      const change = this.changes.get(key);
      if (change) change.by += by;
      else this.changes.set(key, { shop_id, word, term, by });
    }
  }

  /** Writes what was counted. */
  write(): void {
    for (const { shop_id, word, term, by } of this.changes.values()) {
      if (by > 0) this.add.run({ shop_id, word, term, backwards: backwards(word), by });
      if (by < 0 && this.countDown.run({ shop_id, word, term, by }).changes > 0) this.drop.run({ shop_id, word, term });
    }
    this.changes.clear();
  }

  /** The decision is not made: what was counted is forgotten. */
  forget(): void {
    this.changes.clear();
  }
}

const ONE = 'shop_id = $shop_id AND word = $word AND term = $term';

const ADD = `
  INSERT INTO vocabulary (shop_id, word, term, backwards, items) VALUES ($shop_id, $word, $term, $backwards, $by)
  ON CONFLICT (shop_id, word, term) DO UPDATE SET items = items + excluded.items`;

/** A word read backwards, to find it by its end; null where it has a digit. */
function backwards(word: string): string | null {
  return word === '' || /\p{N}/u.test(word) ? null : reversed(word);
}
