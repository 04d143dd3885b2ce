import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PortalError } from '../../../src/domain/errors/portal-error.js';
import { ALIASES } from '../../../src/mcp/leniency/aliases.js';
import { normalizeArguments } from '../../../src/mcp/leniency/normalize-arguments.js';
import { OPERATIONS } from '../../../src/operations/index.js';
import { volume } from '../../support/volume.js';

const TOOLS = OPERATIONS.filter(({ mcp }) => mcp);
const MEMBERS = TOOLS.flatMap(({ input }) => Object.keys(input.shape));
const INNER = ['item', 'name', 'value', 'email', 'instruments', 'address_country', 'address_region'];
const STRANGE = ['__proto__', 'constructor', 'toString', '', 'lineItems', 'a_b'];

/** Objects with a prototype, like those from `JSON.parse`. */
const dictionary = (values: fc.Arbitrary<unknown>, maxKeys: number) =>
  fc.dictionary(name, values, { maxKeys, noNullPrototype: true });

const name = fc.constantFrom(...MEMBERS, ...INNER, ...ALIASES.map(([alias]) => alias), ...STRANGE);
const text = fc.oneof(
  fc.string(),
  fc.constantFrom('', ' ', '1', '21.99', '{}', '[]', '[{}]', '{"a":', '[1', 'US', 'Washington', 'chk_1', 'ord_1'),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(text, fc.integer(), fc.double({ noNaN: true }), fc.boolean(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 3 }),
    dictionary(tie('value'), 4),
  ),
}));
const args = dictionary(value, 5);

/** Returns the result, or the code of a portal error. Any other exception is a fault. */
function outcome(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    if (error instanceof PortalError) return error.code;
    throw error;
  }
}

test('arbitrary arguments are accepted or rejected, and normalizing accepted ones again changes nothing', () => {
  fc.assert(
    fc.property(fc.constantFrom(...TOOLS.map((tool) => tool.name)), args, (toolName, given) => {
      const tool = TOOLS.find((one) => one.name === toolName);
      if (!tool) throw new Error(`no tool ${toolName}`);
      const before = JSON.stringify(given);
      const first = outcome(() => normalizeArguments(tool, given));
      expect(JSON.stringify(given)).toBe(before);
      if (typeof first !== 'object' || first === null) return;
      expect(outcome(() => normalizeArguments(tool, { ...first }))).toEqual({ ...first });
      outcome(() => tool.prepareAgent(first));
    }),
    { numRuns: volume(1_500, 100_000, 30_000) },
  );
});
