import { invalid, type Refusal } from './row.js';

type WrongBody = readonly [name: string, body: unknown, refusal: Refusal];

/** Invalid lists of units in otherwise valid calls. */
export function wrongUnits(right: object): WrongBody[] {
  const list = (name: string, line_items: unknown): WrongBody => [
    name,
    { ...right, line_items },
    invalid(/^line_items/),
  ];
  const line = (name: string, entry: unknown, at: RegExp): WrongBody => [
    name,
    { ...right, line_items: [entry] },
    invalid(at),
  ];
  const quantity = /^line_items\[0\]\.quantity: /;
  const id = /^line_items\[0\]\.id: /;
  return [
    list('line_items null', null),
    list('line_items an object', { id: 'mug', quantity: 1 }),
    list('line_items a text', 'mug'),
    list('line_items empty', []),
    list('line_items a list of texts', ['mug']),
    list('line_items a list of null', [null]),
    list('101 line_items', Array(101).fill({ id: 'mug', quantity: 1 })),
    line('line without id', { quantity: 1 }, id),
    line('line id null', { id: null, quantity: 1 }, id),
    line('line id a number', { id: 1, quantity: 1 }, id),
    line('line id empty', { id: '', quantity: 1 }, id),
    line('line id too long', { id: 'x'.repeat(65), quantity: 1 }, id),
    line('line id with a space', { id: 'm ug', quantity: 1 }, id),
    line('unknown line', { id: 'absent', quantity: 1 }, id),
    line('line in another case', { id: 'MUG', quantity: 1 }, id),
    line('line __proto__', { id: '__proto__', quantity: 1 }, id),
    line('item id of the line', { id: 'enamel-mug', quantity: 1 }, id),
    line('line without quantity', { id: 'mug' }, quantity),
    ...[0, -1, 1.5, 10_000, 2 ** 53, null, '1', [1]].map((value) =>
      line(`quantity ${JSON.stringify(value)}`, { id: 'mug', quantity: value }, quantity),
    ),
    line('line with a surplus member', { id: 'mug', quantity: 1, amount: 1 }, /"amount"/),
  ];
}

/** Wrong values for an optional text. */
export function wrongText(right: object, member: string, limit: number): WrongBody[] {
  const wrong: readonly (readonly [string, unknown])[] = [
    ['empty', ''],
    ['blank', ' \t\n'],
    ['too long', 'x'.repeat(limit + 1)],
    ['with a NUL', 'a\u0000'],
    ['with a C1 control', 'a\u009b31m'],
    ['with a line separator', 'a\u2028b'],
    ['that overrides the direction of text', 'a\u202eb'],
    ['of invisible characters', '\u200b\u2060'],
    ['null', null],
    ['a number', 1],
    ['a list', ['x']],
  ];
  const refusal = invalid(new RegExp(`^${member}: `));
  return wrong.map(([name, value]): WrongBody => [`${member} ${name}`, { ...right, [member]: value }, refusal]);
}
