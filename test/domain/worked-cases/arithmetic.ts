/**
 * Recomputes the written steps of a case with exact fractions, independent of `src`, to find mistakes in them. A step
 * is `expression = value`. A value with endless decimals is cut off with `…`. A value with decimals is followed by its
 * rounding: `-> 15` rounds half away from zero, `down 14` drops the decimals.
 */

/** `under` is positive. */
interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

const STEP =
  /^(?:[a-z0-9, ]+: )?(?<expression>.+) = (?<value>-?\d+(?:\.(?<decimals>\d+))?)(?<cut>…)?(?: (?<how>->|down) (?<whole>\d+))?$/;

/** Returns a description of the mistake in a step, or `undefined` if the step is correct. */
export function mistakeIn(step: string): string | undefined {
  const groups: Readonly<Record<string, string | undefined>> | undefined = STEP.exec(step)?.groups;
  if (!groups) return `"${step}" is not a step`;
  const { expression = '', value = '', decimals = '', cut, how, whole } = groups;
  const exact = reckon(expression);
  const rest = minus(exact, fraction(value));
  const right = cut === undefined ? rest.over === 0n : isLessThanOnePlace(rest, decimals.length);
  if (!right) return `"${step}": the value is ${exact.over}/${exact.under}`;
  if (how === undefined) return decimals === '' ? undefined : `"${step}" does not say what becomes of the fraction`;
  const due = how === 'down' ? exact.over / exact.under : halfAway(exact);
  return whole === String(due) ? undefined : `"${step}": the last number must be ${due}`;
}

/** Returns every sequence of digits in the steps, as numbers. */
export function numbersOf(working: readonly string[]): ReadonlySet<number> {
  return new Set(working.join(' ').match(/\d+/g)?.map(Number));
}

/** Checks that the value was cut off: the remainder must be above zero and less than one in the last shown place. */
function isLessThanOnePlace(rest: Fraction, places: number): boolean {
  return rest.over > 0n && rest.over * 10n ** BigInt(places) < rest.under;
}

/** Rounds half up. For the rounded numbers in steps, which have no sign, this is away from zero. */
function halfAway({ over, under }: Fraction): bigint {
  return over / under + (2n * (over % under) >= under ? 1n : 0n);
}

function reckon(expression: string): Fraction {
  const tokens = expression.replaceAll(/[()]/g, ' $& ').trim().split(/\s+/);
  const value = takeSum(tokens);
  if (tokens.length > 0) throw new Error(`"${expression}": "${tokens[0]}" is one too many`);
  return value;
}

/** Parses a sum. Like the next two functions, it consumes tokens from the front of the list. */
function takeSum(tokens: string[]): Fraction {
  let value = takeProduct(tokens);
  while (tokens[0] === '+' || tokens[0] === '-') {
    const operator = tokens.shift();
    const next = takeProduct(tokens);
    value = operator === '+' ? plus(value, next) : minus(value, next);
  }
  return value;
}

function takeProduct(tokens: string[]): Fraction {
  let value = takeValue(tokens);
  while (tokens[0] === 'x' || tokens[0] === 'of' || tokens[0] === '/') {
    const operator = tokens.shift();
    const next = takeValue(tokens);
    value = operator === '/' ? divided(value, next) : times(value, next);
  }
  return value;
}

function takeValue(tokens: string[]): Fraction {
  const first = tokens.shift() ?? '';
  const value = first === '(' ? takeSum(tokens) : fraction(first);
  if (first === '(' && tokens.shift() !== ')') throw new Error('a parenthesis is not closed');
  if (tokens[0] !== '%') return value;
  tokens.shift();
  return divided(value, { over: 100n, under: 1n });
}

function fraction(text: string): Fraction {
  if (!/^-?\d+(\.\d+)?$/.test(text)) throw new Error(`"${text}" is not a number`);
  const [whole = '', decimals = ''] = text.split('.');
  return { over: BigInt(whole + decimals), under: 10n ** BigInt(decimals.length) };
}

function plus(a: Fraction, b: Fraction): Fraction {
  return { over: a.over * b.under + b.over * a.under, under: a.under * b.under };
}

function minus(a: Fraction, b: Fraction): Fraction {
  return { over: a.over * b.under - b.over * a.under, under: a.under * b.under };
}

function times(a: Fraction, b: Fraction): Fraction {
  return { over: a.over * b.over, under: a.under * b.under };
}

function divided(a: Fraction, b: Fraction): Fraction {
  return { over: a.over * b.under, under: a.under * b.over };
}
