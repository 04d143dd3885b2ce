import { itemTerms, termsForm } from '../../../domain/search/item-terms.js';
import type { Item } from '../../../domain/shop/item.js';
import { postgresToken } from '../../sql/token-text.js';

/** What is kept of an item on sale to find it by. */
export interface Indexed {
  /** How the terms were made; empty when they were not yet. */
  readonly form: string;
  readonly facts: string;
  /** Words with their terms, as JSON. */
  readonly words: string;
  readonly price: number;
  readonly product_id: string | null;
  /** Begin with the shop's id. */
  readonly tokens: readonly string[];
}

/** The terms of an item, in the language of its shop; undefined = it is not on sale. */
export function indexedOf(item: Item, language: string): Indexed | undefined {
  if (item.status !== 'active') return undefined;
  const { tokens, facts, words } = itemTerms(item, language);
  return {
    form: termsForm(language),
    facts,
    words: JSON.stringify([...words]),
    price: item.price,
    product_id: item.product_id,
    tokens: tokens.map((token) => postgresToken(item.shop_id, token)),
  };
}

/** The words of an index entry, with their terms; the empty word counts the item. */
export function countedWords({ form, words }: Indexed): (readonly [word: string, term: string])[] {
  // It was never indexed.
  return form === '' ? [] : [['', ''], ...JSON.parse(words)];
}
