import type { Database } from 'better-sqlite3';
import { itemTerms, termsForm } from '../../../domain/search/item-terms.js';
import { type Item, itemKey } from '../../../domain/shop/item.js';
import { sqliteToken } from '../../sql/token-text.js';
import type { CandidateCache } from './candidate-cache.js';

import { WordCounts } from './word-counts.js';

interface Indexed {
  readonly form: string;
  readonly facts: string;
  readonly words: string;
  readonly price: number;
  readonly product_id: string | null;
}

/**
 * Number of index pages that each decision merges, if a merge is due. Must exceed the pages added per decision times
 * the levels of the index. Otherwise a level may fill up: at sixteen segments, FTS5 merges all of them in one write.
 */
const MERGED_PAGES = 32;

/** Maintains the search data of items on sale: tokens, ranking data, and the words of their shop. */
export class ItemIndex {
  private readonly counts: WordCounts;
  private readonly seqOf;
  private readonly before;
  private readonly addTokens;
  private readonly dropTokens;
  private readonly keep;
  private readonly setPlace;
  private readonly drop;
  private readonly merge;
  private readonly candidates: CandidateCache;
  private hasAdded = false;

  constructor(database: Database, candidates: CandidateCache) {
    this.candidates = candidates;
    this.counts = new WordCounts(database);
    this.seqOf = database.prepare<[string], number>('SELECT seq FROM item WHERE key = ?').pluck();
    this.before = database.prepare<[number], Indexed>(
      'SELECT form, facts, words, price, product_id FROM item_search WHERE seq = ?',
    );
    this.addTokens = database.prepare('INSERT INTO item_token (rowid, tokens) VALUES (?, ?)');
    this.dropTokens = database.prepare('DELETE FROM item_token WHERE rowid = ?');
    this.keep = database.prepare(KEEP);
    this.setPlace = database.prepare('UPDATE item_search SET price = ?, product_id = ? WHERE seq = ?');
    this.drop = database.prepare('DELETE FROM item_search WHERE seq = ?');
    this.merge = database.prepare("INSERT INTO item_token (item_token, rank) VALUES ('merge', ?)");
  }

  /** Updates the index after a write of an item. `language`: BCP 47 tag of its shop. */
  put(item: Item, language: string): void {
    const seq = this.seqOf.get(itemKey(item.shop_id, item.id));
    if (seq === undefined) throw new Error('the item was not written');
    this.candidates.drop(item.shop_id, seq);
    const before = this.before.get(seq);
    if (item.status === 'active') this.index(seq, item, language, before);
    else if (before) this.remove(seq, item.shop_id, before);
  }

  /** Called after all writes of a decision. */
  onApplied(): void {
    this.counts.write();
    if (this.hasAdded) this.merge.run(MERGED_PAGES);
    this.hasAdded = false;
  }

  /** Called when the writes of a decision are rolled back. */
  onRollback(): void {
    this.counts.forget();
    this.hasAdded = false;
  }

  private index(seq: number, item: Item, language: string, before: Indexed | undefined): void {
    const { tokens, facts, words } = itemTerms(item, language);
    const form = termsForm(language);
    const kept = JSON.stringify([...words]);
    if (before?.form === form && before.facts === facts && before.words === kept) {
      if (before.price !== item.price || before.product_id !== item.product_id)
        this.setPlace.run(item.price, item.product_id, seq);
      return;
    }
    if (before) this.remove(seq, item.shop_id, before);
    this.hasAdded = true;
    this.addTokens.run(seq, tokens.map((token) => sqliteToken(item.shop_id, token)).join(' '));
    const { shop_id, id, price, product_id } = item;
    this.keep.run({ seq, shop_id, id, price, product_id, form, facts, words: kept });
    this.counts.count(shop_id, words, 1);
  }

  private remove(seq: number, shopId: string, { form, words }: Indexed): void {
    this.drop.run(seq);
    // An item without a form has never been indexed.
    if (form === '') return;
    this.dropTokens.run(seq);
    this.counts.count(shopId, JSON.parse(words), -1);
  }
}

const KEEP = `
  INSERT INTO item_search (seq, shop_id, id, price, product_id, form, facts, words)
  VALUES ($seq, $shop_id, $id, $price, $product_id, $form, $facts, $words)`;
