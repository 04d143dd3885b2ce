import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countReturnedUnits } from '../../../src/domain/order/line-money.js';
import { volume } from '../../support/volume.js';
import { type History, histories } from './generators.js';
import { play } from './play.js';
import { UnitsModel } from './units-model.js';

const RUNS = { numRuns: volume(200, 1_000) };

/** Histories of orders with few units, so that each unit can be tracked separately. */
const small: fc.Arbitrary<History> = histories.map((history) => ({
  ...history,
  parts: {
    ...history.parts,
    lines: history.parts.lines?.map((one) => ({ ...one, quantity: 1 + (one.quantity % 5) })) ?? [],
  },
}));

it('counts units and derives the status of an order as the model that tracks every unit does', () => {
  let partial = 0;
  fc.assert(
    fc.property(small, (history) => {
      const { placed, changes } = play(history);
      const model = new UnitsModel(placed);
      let held = false;
      for (const change of changes) {
        model.take(change);
        const { step, after } = change;
        if (step.do === 'hold' || step.do === 'release') held = step.do === 'hold';
        const back = countReturnedUnits(after);
        const counted = after.line_items.map(({ id, quantity }) => [
          id,
          [quantity.fulfilled, quantity.canceled, back.get(id) ?? 0],
        ]);
        expect(Object.fromEntries(counted)).toEqual(model.quantities());
        expect(after.status).toBe(model.status(held));
        if (step.do === 'cancel' && step.picks) partial += 1;
      }
    }),
    RUNS,
  );
  expect(partial).toBeGreaterThan(RUNS.numRuns / 5);
});
