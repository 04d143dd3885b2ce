import { itemTerms, termsForm } from '../../../domain/search/item-terms.js';
import type { Item } from '../../../domain/shop/item.js';
import { postgresToken } from '../../sql/token-text.js';

/** Search entry of an item on sale. */
export interface Indexed {
  /** Version and language of the tokenization; empty if the item was never indexed. */
  readonly form: string;
  readonly facts: string;
  /** Words with their terms, as JSON. */
  readonly words: string;
  readonly price: number;
  readonly product_id: string | null;
  /** Tokens, prefixed with the shop's id. */
  readonly tokens: readonly string[];
}

/** Builds the search entry of an item, in the language of its shop; `undefined` if the item is not on sale. */
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

/** Returns the words of a search entry, with their terms. The empty word stands for the item itself. */
export function countedWords({ form, words }: Indexed): (readonly [word: string, term: string])[] {
  // An entry without a form has never been indexed.
  return form === '' ? [] : [['', ''], ...JSON.parse(words)];
}
