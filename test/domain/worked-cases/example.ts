import { ALLOCATED, type WorkedCase } from './case.js';

/** Writes a case as docs/dev/money-cases.md shows it: input, steps and result. */
export function exampleOf(worked: WorkedCase): string {
  const rows = [...given(worked), ['working', worked.working] as const, ...follows(worked)];
  const lines = rows.flatMap(([label, values]) =>
    values.map((value, index) => `${(index === 0 ? label : '').padEnd(14)}${value}`),
  );
  // The document uses ordinary spaces instead, because a no-break space would look the same.
  return [`case: ${worked.name}`, ...lines].join('\n').replaceAll('\u00a0', ' ');
}

type Row = readonly [label: string, values: readonly string[]];

function given(worked: WorkedCase): Row[] {
  const {
    currency,
    language,
    lines,
    tax = [],
    to,
    billing,
    shipping = [],
    pickup = [],
    option,
    fees = [],
    discounts = [],
  } = worked;
  return [
    ['currency', one(currency)],
    ['language', one(language)],
    ['lines', lines],
    ['discounts', discounts],
    ['shipping', shipping],
    ['pickup', pickup],
    ['selected', one(option)],
    ['fees', fees],
    ['destination', one(to)],
    ['billed in', one(billing)],
    [worked.prices_include_tax ? 'tax included' : 'tax on top', tax],
    ['tax is on', worked.tax_on_shipping ? ['goods and shipping'] : []],
  ];
}

function follows({ totals, per_line = {}, shipping_tax, fee_tax, included_tax, display }: WorkedCase): Row[] {
  const kept = ALLOCATED.flatMap((kind) => (per_line[kind] ? `${kind} ${per_line[kind].join(', ')}` : []));
  return [
    ['totals', [listed(totals)]],
    ['shown', display ? [listed(display)] : []],
    ['by line', kept],
    ['shipping tax', one(shipping_tax)],
    ['fee tax', one(fee_tax)],
    ['included tax', one(included_tax)],
  ];
}

function listed(entries: Readonly<Record<string, number | string>>): string {
  return Object.entries(entries)
    .map(([type, value]) => `${type} ${value}`)
    .join(', ');
}

function one(value: string | number | undefined): string[] {
  return value === undefined ? [] : [String(value)];
}
