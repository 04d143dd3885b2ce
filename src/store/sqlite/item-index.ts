import type { Database } from 'better-sqlite3';
import { itemTerms, termsForm } from '../../domain/search/item-terms.js';
import { type Item, itemKey } from '../../domain/shop/item.js';

interface Indexed {
  readonly form: string;
  readonly facts: string;
  readonly words: string;
  readonly price: number;
}

/** Keeps what items on sale are found by: their tokens, what they are ranked by, and the words of their shop. */
export class ItemIndex {
  private readonly seqOf;
  private readonly before;
  private readonly addTokens;
  private readonly dropTokens;
  private readonly keep;
  private readonly setPrice;
  private readonly drop;
  private readonly addWords;
  private readonly countDown;
  private readonly dropWords;

  constructor(database: Database) {
    this.seqOf = database.prepare<[string], number>('SELECT seq FROM item WHERE key = ?').pluck();
    this.before = database.prepare<[number], Indexed>('SELECT form, facts, words, price FROM item_search WHERE seq = ?');
    this.addTokens = database.prepare('INSERT INTO item_token (rowid, tokens) VALUES (?, ?)');
    this.dropTokens = database.prepare('DELETE FROM item_token WHERE rowid = ?');
    this.keep = database.prepare(KEEP);
    this.setPrice = database.prepare('UPDATE item_search SET price = ? WHERE seq = ?');
    this.drop = database.prepare('DELETE FROM item_search WHERE seq = ?');
    this.addWords = database.prepare(ADD_WORDS);
    this.countDown = database.prepare(`UPDATE vocabulary SET items = items - 1 WHERE ${OF_WORDS}`);
    this.dropWords = database.prepare(`DELETE FROM vocabulary WHERE items = 0 AND ${OF_WORDS}`);
  }

  /** Follows the write of an item, with terms in the language of its shop; a BCP 47 tag. */
  put(item: Item, language: string): void {
    const seq = this.seqOf.get(itemKey(item.shop_id, item.id));
    if (seq === undefined) throw new Error('the item was not written');
    const before = this.before.get(seq);
    if (item.status === 'active') this.index(seq, item, language, before);
    else if (before) this.remove(seq, item.shop_id, before);
  }

  private index(seq: number, item: Item, language: string, before: Indexed | undefined): void {
    const { tokens, facts, words } = itemTerms(item, language);
    const form = termsForm(language);
    const kept = JSON.stringify(Object.fromEntries(words));
    if (before?.form === form && before.facts === facts && before.words === kept) {
      if (before.price !== item.price) this.setPrice.run(item.price, seq);
      return;
    }
    if (before) this.remove(seq, item.shop_id, before);
    this.addTokens.run(seq, tokens.map((token) => `${item.shop_id}:${token}`).join(' '));
    this.keep.run({ ...item, seq, form, facts, words: kept });
    const entries = [['', '', null], ...[...words].map(([word, term]) => [word, term, backwards(word)])];
    this.addWords.run({ shop_id: item.shop_id, words: JSON.stringify(entries) });
  }

  private remove(seq: number, shop_id: string, { form, words }: Indexed): void {
    this.drop.run(seq);
    // It was never indexed.
    if (form === '') return;
    this.dropTokens.run(seq);
    const counted = { shop_id, words: JSON.stringify({ ...JSON.parse(words), '': '' }) };
    this.countDown.run(counted);
    this.dropWords.run(counted);
  }
}

const KEEP = `
  INSERT INTO item_search (seq, shop_id, id, price, form, facts, words)
  VALUES ($seq, $shop_id, $id, $price, $form, $facts, $words)`;

const ADD_WORDS = `
  INSERT INTO vocabulary (shop_id, word, term, backwards, items)
  SELECT $shop_id, value ->> 0, value ->> 1, value ->> 2, 1 FROM json_each($words) WHERE true
  ON CONFLICT (shop_id, word, term) DO UPDATE SET items = items + 1`;

const OF_WORDS = 'shop_id = $shop_id AND (word, term) IN (SELECT key, value FROM json_each($words))';

/** A word read backwards, to find it by its end; null where it has a digit. */
function backwards(word: string): string | null {
  return /\p{N}/u.test(word) ? null : reversed(word);
}

export function reversed(word: string): string {
  return [...word].reverse().join('');
}
