import type { Decision } from '../../src/attestation/countersignature.js';
import type { Receipt } from '../../src/attestation/receipt.js';
import { contextHash, generateKeyPair } from '../../src/receipts.js';
import { Random } from '../faults/random.js';
import {
  CONSUMER,
  type CountersignedForm,
  changed,
  consumerEntry,
  countersignedEntry,
  keyEntry,
  makeBundle,
  makeBundleV1,
  makeCountersigned,
  makeDelegated,
  makeHashed,
  partsOf,
  SIGNER,
} from './bundle-sample.js';
import { type Limits, narrowing, ORDER, signChain, widened } from './delegations.js';
import { RECEIPT } from './sample.js';

/** Generates bundles, valid and mutated, for the comparison of verifiers. */

/** Texts that languages sort, escape or measure differently. */
const TEXTS = [
  '',
  'a',
  '10',
  '2',
  '__proto__',
  'toJSON',
  'é',
  'e\u0301',
  '\ufb33',
  '\u{1f600}',
  '\u2028',
  '\u007f',
  '\u0001',
  '"\\/',
];
/** Numbers at the borders of the layouts of ECMAScript (RFC 8785, appendix B). */
const NUMBERS = [
  0,
  -0,
  1,
  1e20,
  1e21,
  1e-6,
  1e-7,
  5e-324,
  1.7976931348623157e308,
  0.1,
  333333333.3333333,
  123e-20,
  2 ** 53,
  123456789012345680000,
];

function randomNumber(random: Random): number {
  if (random.chance(0.5)) return random.of(NUMBERS) * (random.chance(0.5) ? 1 : -1);
  const bits = new DataView(new ArrayBuffer(8));
  bits.setUint32(0, random.below(2 ** 32));
  bits.setUint32(4, random.below(2 ** 32));
  const value = bits.getFloat64(0);
  return Number.isFinite(value) ? value : random.next();
}

function randomValue(random: Random, depth = 0): unknown {
  const kind = random.below(depth > 3 ? 4 : 6);
  if (kind === 0) return random.of([null, true, false]);
  if (kind <= 2) return randomNumber(random);
  if (kind === 3) return random.of(TEXTS);
  if (kind === 4) return Array.from({ length: random.below(4) }, () => randomValue(random, depth + 1));
  return randomObject(random, depth + 1);
}

export function randomObject(random: Random, depth = 0): Record<string, unknown> {
  const members = Array.from({ length: random.below(5) }, () => [random.of(TEXTS), randomValue(random, depth)]);
  return Object.fromEntries(members);
}

/** Generates the text of a valid bundle. */
function validText(random: Random): string {
  const size = 2 + random.below(40);
  const index = 1 + random.below(size - 1);
  const context = randomObject(random);
  const receipt: Receipt = {
    ...RECEIPT,
    consumer_id: `cons ${random.of(TEXTS.filter((text) => !/\p{Cc}/u.test(text)))}.`,
    context_hash: contextHash(context),
    issued_at: random.of(['2024-02-29T23:59:59.123456789+23:59', '0000-02-29T00:00:00Z', RECEIPT.issued_at]),
    metadata: randomObject(random),
  };
  const entry = keyEntry(random.chance(0.5) ? { agent_id: null } : {});
  const forms: readonly (() => object)[] = [
    () => makeBundle({ index, size, receipt }),
    () => ({ ...makeBundle({ index, size, receipt }), bundle: 'v0.3', more: randomValue(random) }),
    () => makeBundleV1({ index, size, receipt, keyIndex: random.below(index), context, entry }),
    () => makeBundleV1({ index, size, receipt, keyIndex: random.below(index), context: null, entry }),
    () => countersigned(random, receipt, context),
    () => delegated(random, receipt, narrowing(receipt, random)),
    () => makeHashed({ index, size, receipt, delegation_hash: contextHash(context).slice('sha256:'.length) }),
  ];
  const bundle = random.of(forms)();
  return JSON.stringify(random.chance(0.3) ? { data: bundle } : bundle, null, random.below(3));
}

/** Draws a bundle with one or two countersignatures, about the order of the context if that names one. */
function countersigned(random: Random, receipt: Receipt, others: object): object {
  const order_id = random.of([null, 'ord_1']);
  const context = random.chance(0.5) ? { ...others, order_id: random.of([order_id, 1]) } : undefined;
  const about = context ? { ...receipt, context_hash: contextHash(context) } : receipt;
  const decisions = makeCountersigned(countersignedForm(random, about, [null, order_id]));
  return { ...decisions, ...(context && { context }) };
}

/** Draws the leaves of such a bundle. */
function countersignedForm(random: Random, receipt: Receipt, orders: readonly (string | null)[]): CountersignedForm {
  const index = 3 + random.below(5);
  const [first, second] = [index + 1 + random.below(3), index + 4 + random.below(3)];
  const decided = (decision: Decision) => countersignedEntry(receipt, decision, { order_id: random.of(orders) });
  const decisions = random.of([
    new Map([[first, decided('accept')]]),
    new Map([[first, decided('dispute')]]),
    new Map([
      [first, decided('dispute')],
      [second, decided('accept')],
    ]),
  ]);
  return { index, size: second + 1 + random.below(30), receipt, decisions, consumerIndex: 1 + random.below(2) };
}

/** Draws the leaves of a bundle with a chain, and in half of them the order that its scope may name. */
function delegated(random: Random, receipt: Receipt, limits: readonly Limits[]): object {
  const { order_id, shop_id } = ORDER;
  const context = random.of([null, { order_id, seller: { shop_id } }, { order_id }, { seller: [] }]);
  const about = context ? { ...receipt, context_hash: contextHash(context) } : receipt;
  const root = keyEntry({ key_fingerprint: CONSUMER.publicKey.fingerprint, agent_id: null });
  const form = { chain: signChain(limits), receipt: about, ...(random.chance(0.5) && { root }) };
  return { ...makeDelegated(form), ...(context && { context }) };
}

/** Generates the text of a bundle whose chain is signed, but allows too much or something else. */
function undelegatedText(random: Random): string {
  const limits = [...narrowing(RECEIPT, random), ...narrowing(RECEIPT, random)].slice(0, 8);
  const others: readonly (() => object)[] = [
    () => delegated(random, RECEIPT, limits),
    () => delegated(random, RECEIPT, widened(limits, 1, random)),
    () => delegated(random, { ...RECEIPT, resolution: random.of(['done_3', 'failure']) }, limits),
    () => delegated(random, { ...RECEIPT, issued_at: '2026-11-20T10:01:00+00:00' }, limits),
    () => delegated(random, { ...RECEIPT, job_id: random.of(['job', 'jobs']) }, limits),
    () => makeDelegated({ chain: signChain(limits), rootIndex: random.of([1, 5]) }),
    () => makeDelegated({ chain: signChain(limits, SIGNER), root: keyEntry() }),
    () => ({ ...makeDelegated({ chain: signChain(limits) }), bundle: random.of(['v0', 'v0.1']) }),
    () => relabelled(random),
    () => makeDelegated({ chain: signChain(limits, generateKeyPair()) }),
    () => makeDelegated({ chain: signChain(limits), root: consumerEntry(RECEIPT.consumer_id, { keys: [] }) }),
    () => misdecided(random),
  ];
  return JSON.stringify(random.of(others)());
}

/** Draws a valid bundle of `v0` with a member of `v1`, or one that is only named like it. */
function relabelled(random: Random): object {
  const { key, context, ...v0 } = { ...makeBundleV1(), bundle: random.of(['v0', 'v0.1']) };
  const others = [{ key }, { context }, { countersignatures: [] }, { delegation: null }, { keys: key }, {}];
  return { ...v0, ...random.of(others) };
}

/** Draws a bundle whose countersignature is about another order than its context. */
function misdecided(random: Random): object {
  const context = { order_id: 'ord_2' };
  const receipt = { ...RECEIPT, context_hash: contextHash(context) };
  return { ...makeCountersigned(countersignedForm(random, receipt, ['ord_1'])), context };
}

type Mutation = (text: string, random: Random) => string | Uint8Array;

/** Replaces a random range of the text. */
function spliced(text: string, random: Random, length: number, inserted: string): string {
  const at = random.below(text.length);
  return text.slice(0, at) + inserted + text.slice(at + length);
}

/** Changes a random part of the parsed bundle. */
function withPart(text: string, random: Random, otherOf: (value: unknown) => unknown): string {
  const value: unknown = JSON.parse(text);
  const part = random.of(partsOf(value));
  return JSON.stringify(changed(value, part.path, otherOf(part.value)));
}

function otherValue(value: unknown, random: Random): unknown {
  const others = [null, true, 0, 1.5, -1, '', 'v1', 'v0', [], {}, '=', 'sha256:', randomValue(random)];
  if (typeof value === 'string' && random.chance(0.5))
    return spliced(value, random, 1, random.of(['A', '\n', ' ', 'Ā', '']));
  if (typeof value === 'number' && random.chance(0.5)) return value + random.of([1, -1, 0.5, 2 ** 32]);
  return random.of(others);
}

/** Literals that a parser may accept, change or reject. */
const LITERALS = [
  ...[
    'NaN',
    '-Infinity',
    '1e400',
    '-1e400',
    '9007199254740993',
    '9007199254740992',
    '1.0',
    '1e0',
    '-0',
    '01',
    '+1',
    '.5',
  ],
  ...[
    '1.',
    '"\\ud800"',
    '"\\ude00\\ud83d"',
    '"\\ud83d\\ude00"',
    '"\\x41"',
    "'a'",
    '"\t"',
    '0x10',
    'nul',
    '// a',
    '10000000000000000000000',
  ],
  ...[
    '123456789012345678901234567890',
    '0.1000000000000000055511151231257827',
    '5e-400',
    '[[]]',
    '{"a":1,"a":1}',
    '{"a":1,"\\u0061":2}',
  ],
  ...['['.repeat(62) + ']'.repeat(62), '['.repeat(70) + ']'.repeat(70), '"\\/"', '1E5', 'TRUE', '"\u2028"', '\ufeff1'],
];

const MUTATIONS: readonly Mutation[] = [
  (_text, random) => undelegatedText(random),
  (text, random) => {
    const bytes = new TextEncoder().encode(text);
    const at = random.below(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8));
    return bytes;
  },
  (text, random) => spliced(text, random, 1, ''),
  (text, random) => spliced(text, random, 0, random.of(['"', '}', ' ', '\u00a0', '\ufeff', '\0', '\\', '0', ','])),
  (text, random) => text.slice(0, random.below(text.length)),
  (text, random) =>
    random.of(['\ufeff', '\u00a0', ' ', '\n', '\0', '[', '/**/', '']) +
    text +
    random.of(['', ' ', '\n', '\0', 'x', '\u2028']),
  (text, random) => withPart(text, random, (value) => otherValue(value, random)),
  (text, random) => withPart(text, random, (value) => otherValue(value, random)),
  (text, random) => withPart(text, random, () => undefined),
  // An unknown member, with any literal, in the bundle or in one of its parts.
  (text, random) => {
    const name = random.of([
      '"more"',
      '"id"',
      '"bundle"',
      '"receipt"',
      '"context"',
      '"\\u0069d"',
      '"data"',
      '"__proto__"',
    ]);
    const braces = [...text.matchAll(/\{/g)].map(({ index }) => index);
    const at = random.of(braces) + 1;
    return `${text.slice(0, at)}${name}:${random.of(LITERALS)},${text.slice(at)}`;
  },
  // Another literal for a number.
  (text, random) => {
    const numbers = [...text.matchAll(/(?<=[:,[]\s*)-?\d[\d.eE+-]*(?=\s*[,\]}])/g)];
    if (numbers.length === 0) return text;
    const { index, 0: number } = random.of(numbers);
    const same = [`${number}.0`, `${number}e0`, `${number}E+0`, `-${number}`, `0${number}`];
    return text.slice(0, index) + random.of([...same, ...LITERALS]) + text.slice(index + number.length);
  },
  // The same character as an escape.
  (text, random) => {
    const letters = [...text.matchAll(/[A-Za-z0-9+=]/g)].map(({ index }) => index);
    const at = random.of(letters);
    const code = text.charCodeAt(at).toString(16).padStart(4, '0');
    return `${text.slice(0, at)}\\u${random.chance(0.5) ? code : code.toUpperCase()}${text.slice(at + 1)}`;
  },
];

/** A generated file. */
export interface Sample {
  readonly bytes: Uint8Array;
  /** True if it was not mutated. A mutated bundle can be valid too. */
  readonly isValid: boolean;
}

/** Changes a JSON text in a random way. */
export function mutateText(text: string, random: Random): Uint8Array {
  const mutated = random.of(MUTATIONS)(text, random);
  return typeof mutated === 'string' ? new TextEncoder().encode(mutated) : mutated;
}

/**
 * Generates files, the valid ones first. The same seed yields the same mutations, of files with other keys. `make`: makes
 * the text of a valid one, by default of a bundle.
 */
export function generateBundles(
  seed: number,
  valid: number,
  mutated: number,
  make: (random: Random) => string = validText,
): readonly Sample[] {
  const random = new Random(seed);
  const texts = Array.from({ length: valid }, () => make(random));
  return [
    ...texts.map((text) => ({ bytes: new TextEncoder().encode(text), isValid: true })),
    ...Array.from({ length: mutated }, () => ({ bytes: mutateText(random.of(texts), random), isValid: false })),
  ];
}
