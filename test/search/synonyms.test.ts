import { describe, expect, it, test } from 'vitest';
import { findLanguage } from '../../src/domain/search/language.js';
import { firstVocabularyQuery, matchWords } from '../../src/domain/search/match-words.js';
import { queryWords } from '../../src/domain/search/query-words.js';
import type { VocabularyQuery } from '../../src/domain/search/search-reads.js';
import { SYNONYM_GROUPS } from '../../src/domain/search/synonym-groups.js';
import { splitWords } from '../../src/domain/search/tokens.js';

/** Words of the query that match nothing in a shop whose only item has this title. */
function unmatched(query: string, title: string, tag: string): string[] {
  const language = findLanguage(tag);
  const known = splitWords(title, language).map((word) => ({ word, term: language.term(word), items: 1 }));
  const answer = (wish: VocabularyQuery) => {
    if (wish.by === 'word') return known.filter(({ word }) => wish.texts.includes(word));
    return wish.by === 'term' ? known.filter(({ term }) => wish.texts.includes(term)) : [];
  };
  const words = queryWords(query, language);
  const { matched } = matchWords(words, language, firstVocabularyQuery(words, language).map(answer));
  return matched.filter(({ alternatives }) => alternatives.length === 0).map(({ word }) => word);
}

const GROUPS = Object.entries(SYNONYM_GROUPS).flatMap(([tag, text]) =>
  text
    .trim()
    .split('\n')
    .map((line) => ({ tag, line })),
);

describe('synonyms', () => {
  test.each(GROUPS)('$tag: each name of "$line" finds an item of each other', ({ tag, line }) => {
    const [names = [], found = []] = line
      .split(' > ')
      .map((part) => part.split(' ').map((name) => name.replaceAll('_', ' ')));
    const missed = names.flatMap((query) =>
      [...names, ...found].flatMap((title) => unmatched(query, title, tag).map((word) => `${word} for ${title}`)),
    );
    expect(missed).toEqual([]);
  });

  it('are not found in the other direction of a one-way group', () => {
    expect(unmatched('trousers', 'Pants', 'en')).toEqual(['trousers']);
  });

  it('belong to one language', () => {
    expect(unmatched('Handy', 'Smartphone', 'en')).toEqual(['handy']);
  });

  it('are one or two words, without filler words', () => {
    const wrong = GROUPS.flatMap(({ tag, line }) =>
      line.split(/ > | /).filter((name) => {
        const words = name.split(/[_-]/);
        return words.length > 2 || words.some((word) => findLanguage(tag).stopWords.has(word));
      }),
    );
    expect(wrong).toEqual([]);
  });
});
