import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { correctWords, secondVocabularyQuery } from '../../src/domain/search/correct-words.js';
import { editDistance } from '../../src/domain/search/edit-distance.js';
import { findLanguage } from '../../src/domain/search/language.js';
import type { VocabularyQuery, VocabularyWord } from '../../src/domain/search/search-reads.js';
import { findSpelling, type Spelling } from '../../src/domain/search/spelling.js';

test.each([
  ['kettle', 'kettle', 0],
  ['ketle', 'kettle', 1],
  ['kettlle', 'kettle', 1],
  ['kattle', 'kettle', 1],
  ['ktetle', 'kettle', 1],
  ['kattel', 'kettle', 2],
  ['', 'ab', 2],
  ['mug', 'pan', 3],
])('the edit distance of "%s" and "%s" is %i', (one, other, distance) => {
  expect(editDistance(one, other, 3)).toBe(distance);
  expect(editDistance(other, one, 3)).toBe(distance);
  if (distance > 0) expect(editDistance(one, other, distance - 1)).toBe(distance);
});

const english = findLanguage('en');
const spelling = await findSpelling(english);
const NO_WORDS: Spelling = { isWord: () => false, mayMean: () => true };
const SHOP = ['kettle', 'teapot', 'tea', 'pot', 'mug', 'notebook', 'chocolate', 'espresso', 'calendar', 'ink'];

/** Runs vocabulary queries like a store. */
function vocabularyOf(words: readonly string[]) {
  const known: VocabularyWord[] = words.map((word) => ({ word, term: english.term(word), items: 1 }));
  return (wish: VocabularyQuery) => {
    if (wish.by === 'word') return known.filter(({ word }) => wish.texts.includes(word));
    if (wish.by === 'term') return known.filter(({ term }) => wish.texts.includes(term));
    if (!('text' in wish)) return [];
    const { text, longest } = wish;
    const fits = (word: string) => (wish.by === 'start' ? word.startsWith(text) : word.endsWith(text));
    return known.filter(({ word }) => fits(word) && word.length <= longest);
  };
}

function mend(word: string, isLoose = false, words: readonly string[] = SHOP, rules = { language: english, spelling }) {
  const answers = secondVocabularyQuery([word], english).map(vocabularyOf(words));
  return correctWords(word, rules, answers, isLoose).map(({ word: asked, correction, alternatives }) =>
    alternatives.length === 0 ? undefined : (correction ?? asked),
  );
}

describe('an unknown word', () => {
  test.each([
    ['ketle', ['kettle']],
    ['kettel', ['kettle']],
    ['nug', [undefined]],
    ['imk', [undefined]],
    ['muug', ['mug']],
    ['choclate', ['chocolate']],
    ['chocalte', ['chocolate']],
    ['expresso', ['espresso']],
    ['calender', ['calendar']],
    ['notebok', ['notebook']],
    ['notbok', [undefined]],
    ['teapotmug', ['teapot', 'mug']],
    ['750ml', [undefined]],
    ['qwertzui', [undefined]],
  ])('is replaced by its known parts or by the closest known word, if any: %s becomes %j', (word, taken) => {
    expect(mend(word)).toEqual(taken);
  });

  test('is replaced by more distant words in a loose match', () => {
    expect(mend('notbok', true)).toEqual(['notebook']);
    expect(mend('chocmuffin', true)).toEqual(['chocolate']);
    expect(mend('mug2', true)).toEqual([undefined]);
  });
});

test.each([
  ['shovel', 'shower'],
  ['parasol', 'parallel'],
  ['hearing', 'heating'],
  ['snails', 'nails'],
  ['booze', 'book'],
  ['milk', 'mix'],
  ['aubergine', 'margarine'],
  ['lorries', 'berries'],
])('an English word is not replaced, even if the shop lacks it: %s', (word, near) => {
  expect([mend(word, false, [near]), mend(word, true, [near])]).toEqual([[undefined], [undefined]]);
});

describe('a word of a language without a list', () => {
  const german = findLanguage('de');
  test.each([
    ['schaufle', 'schaufel', true],
    ['schafel', 'schaufel', false],
    ['pfane', 'pfanne', true],
    ['hose', 'dose', false],
    ['kissen', 'kasse', false],
    ['schreibtishlampe', 'schreibtischlampe', true],
    ['schnaufel', 'schaufeln', false],
  ])('is replaced only after a slip: %s, %s', async (word, shop, isReplaced) => {
    const rules = { language: german, spelling: await findSpelling(german) };
    expect(mend(word, false, [shop], rules)).toEqual([isReplaced ? shop : undefined]);
  });
});

test('a word of at least four letters is corrected after any single edit', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'abcdefghij'), minLength: 4, maxLength: 12 });
  const edited = fc
    .tuple(letters, fc.nat(), fc.constantFrom(...'klmn'), fc.nat(3))
    .map(([word, place, letter, kind]) => {
      const at = place % word.length;
      const [head, tail] = [word.slice(0, at), word.slice(at)];
      const swapped = head + tail.charAt(1) + tail.charAt(0) + tail.slice(2);
      return {
        word,
        typed: [head + letter + tail, head + tail.slice(1), head + letter + tail.slice(1), swapped][kind] ?? word,
      };
    });
  fc.assert(
    fc.property(edited, ({ word, typed }) => {
      fc.pre(typed.length >= 4 && typed !== word);
      expect(mend(typed, false, [word], { language: english, spelling: NO_WORDS })).toEqual([word]);
    }),
    { seed: 7, numRuns: 2_000 },
  );
});
