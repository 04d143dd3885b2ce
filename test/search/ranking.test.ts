import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FIELDS } from '../../src/domain/search/item-terms.js';
import type { MatchedWord } from '../../src/domain/search/matched-word.js';
import { rankCandidates } from '../../src/domain/search/ranking.js';
import type { Candidate } from '../../src/domain/search/search-reads.js';

/** A literal implementation of the ranking rules (docs/search.md, Matching and ranking). */
const WEIGHTS = [3, 5, 4, 3, 1.5, 1.5, 1];
const USUAL_LENGTHS = [1, 5, 6, 1, 2, 6, 20];

function plainly(candidate: Candidate, matched: readonly MatchedWord[], total: number) {
  const fields = candidate.facts.split('\t').map((terms) => (terms === '' ? [] : terms.split(' ')));
  const said = matched.map(({ alternatives }) => {
    const items = alternatives.reduce((sum, { items }) => sum + items, 0);
    const rare = Math.min(total, items);
    const hits = fields.flatMap((terms, field) =>
      terms.flatMap((found) => {
        const each = (WEIGHTS[field] ?? 0) / (0.6 + (0.4 * terms.length) / (USUAL_LENGTHS[field] ?? 1));
        return alternatives.filter(({ term }) => term === found).map(({ weight }) => ({ weight, says: each * weight }));
      }),
    );
    const sum = hits.reduce((all, { says }) => all + says, 0);
    return {
      isCovered: hits.length > 0,
      isWhole: hits.some(({ weight }) => weight >= 0.9),
      score: (Math.log(1 + (total - rare + 0.5) / (rare + 0.5)) * sum) / (sum + 3),
    };
  });
  return {
    covered: said.filter(({ isCovered }) => isCovered).length,
    whole: said.filter(({ isWhole }) => isWhole).length,
    score: said.reduce((sum, { score }) => sum + score, 0) * 10_000,
  };
}

/** Terms of few letters, so that they collide and share prefixes. Some are not ASCII, and some are overlong. */
const term = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', 'é', '茶', '9', 'ß'), minLength: 1, maxLength: 3 }),
  fc.constantFrom('a'.repeat(40), 'a'.repeat(41), 'b'.repeat(41), '👍'),
);
const facts = fc
  .array(fc.uniqueArray(term, { maxLength: 8 }), { minLength: FIELDS.length, maxLength: FIELDS.length })
  .map((fields) => fields.map((terms) => terms.join(' ')).join('\t'));
const word: fc.Arbitrary<MatchedWord> = fc
  .uniqueArray(
    fc.record({ term, weight: fc.constantFrom(1, 0.9, 0.7, 0.6, 0.5), items: fc.integer({ min: 1, max: 50 }) }),
    { maxLength: 4, selector: ({ term }) => term },
  )
  .map((alternatives) => ({ word: 'word', alternatives }));

test('ranks items by the terms of their fields, as the rules specify', () => {
  const items = fc.array(facts, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(items, fc.array(word, { minLength: 1, maxLength: 4 }), (all, matched) => {
      const candidates = all.map((one, seq) => ({ seq, id: `item-${seq}`, product_id: null, facts: one }));
      const expected = candidates
        .map((candidate) => ({ candidate, ...plainly(candidate, matched, 60) }))
        .filter(({ covered }) => covered > 0);
      const found = rankCandidates(candidates, matched, 60);
      expect(found.map(({ candidate }) => candidate.seq).sort()).toEqual(expected.map(({ candidate: { seq } }) => seq));
      for (const { candidate, score, ...counts } of found) {
        const plain = plainly(candidate, matched, 60);
        expect(counts).toEqual({ covered: plain.covered, whole: plain.whole });
        expect(Math.abs(score - plain.score)).toBeLessThanOrEqual(0.5 + 1e-6);
      }
    }),
    { numRuns: 500 },
  );
});
