import type { Known } from './fuzz-known.js';
import type { Random } from './random.js';
import { ADA, HOME } from './secrets.js';

/** Subset of JSON Schema that the portal's schemas use. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly format?: string;
}

const EMAILS = Array.from({ length: 1_000 }, (_, n) => ADA.email.replace('@', `.${n}@`));
/** Meaningful texts, by the name of the member. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  ...{ email: EMAILS, phone_number: [ADA.phone_number], full_name: [ADA.full_name] },
  ...{ street_address: [HOME.street_address], address_locality: ['Portland'], address_region: ['OR', 'WA', 'CA'] },
  ...{ postal_code: ['97201', '98101', '10115'], address_country: ['US', 'DE', 'CA', 'us'], currency: ['USD', 'EUR'] },
  ...{ query: ['mug', 'under 30 dollars', 'sallt', 'gift'], selected_option_id: ['pickup-portland', 'standard'] },
  ...{ handler_id: ['sandbox_card', 'invoice'], token: ['tok_approve', 'tok_decline', 'tok_pending'] },
  ...{ time_zone: ['UTC', 'Europe/Berlin'], language: ['en', 'de'], url: ['https://shop.example/a'] },
  ...{ type: ['shipped', 'delivered', 'refund', 'card'], name: ['Size', 'Color'], value: ['M', 'Natural'] },
};
/** Texts of which one may match a pattern. */
const FORMS = ['A1', 'mug', 'a', '2030-01-01', '2030-01-01T00:00:00Z', 'sha256:'.padEnd(71, 'a'), 'a'.repeat(64), 'US'];
const ALPHABETS = ['abcdefghij', 'äöü€😀', '0123456789', `"'<>&;\\/%`, ' \t\u00a0\u202e'];

/** Values that are wrong nearly everywhere. */
const WRONG: readonly unknown[] = [
  ...[null, true, '', ' ', 0, -1, 1.5, 1e308, 2 ** 53, -(2 ** 63), [], {}, [[]], [null], '\u0000', '\ud800', '😀'],
  ...['x'.repeat(5_000), `${'['.repeat(200)}`, '../../etc/passwd', "'; DROP TABLE item;--", '{{7*7}}', '%00', '٣'],
  ...[{ __proto__: null, constructor: { prototype: 1 } }, JSON.parse('{"__proto__":{"a":1}}'), 'NaN', '9'.repeat(400)],
];

/** Generates valid and nearly valid values of a schema. */
export class Values {
  private readonly random: Random;
  private readonly known: Known;

  constructor(random: Random, known: Known) {
    this.random = random;
    this.known = known;
  }

  /**
   * Generates a value for the schema. `name`: the member's name; if it names objects, the value is mostly a known id.
   */
  valid(schema: Schema, name = ''): unknown {
    const { random } = this;
    const branches = schema.anyOf ?? schema.oneOf;
    if (branches) return this.valid(random.of(branches), name);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return random.of(schema.enum);
    const type = typeof schema.type === 'string' ? schema.type : random.of(schema.type ?? ['string']);
    if (type === 'object') return this.object(schema, name);
    if (type === 'array') return this.array(schema, name);
    if (type === 'integer' || type === 'number') return this.number(schema);
    if (type === 'boolean') return random.chance(0.5);
    return type === 'null' ? null : this.text(schema, name);
  }

  /** Changes one thing in a value. */
  mutated(value: unknown): unknown {
    const { random } = this;
    if (typeof value !== 'object' || value === null || random.chance(0.15)) return random.of(WRONG);
    if (Array.isArray(value)) {
      if (value.length === 0 || random.chance(0.2)) return Array.from({ length: 101 }, () => value[0]);
      const at = random.below(value.length);
      return value.map((one, index) => (index === at ? this.mutated(one) : one));
    }
    const entries = Object.entries(value);
    if (entries.length === 0 || random.chance(0.15)) return { ...value, surplus: random.of(WRONG) };
    const at = random.below(entries.length);
    if (random.chance(0.15)) return Object.fromEntries(entries.filter((_entry, index) => index !== at));
    return Object.fromEntries(entries.map(([name, one], n) => [name, n === at ? this.mutated(one) : one]));
  }

  /** Generates an invalid text that can be URL-encoded. */
  wrongText(): string {
    const wrong = this.random.of(WRONG);
    const text = typeof wrong === 'string' ? wrong : JSON.stringify(wrong);
    return text.slice(0, 3_000).toWellFormed();
  }

  private object({ properties = {}, required = [] }: Schema, within: string): unknown {
    const chosen = Object.entries(properties).filter(([name]) => required.includes(name) || this.random.chance(0.3));
    const named = (name: string) => (name === 'id' && within === 'item' ? 'item_id' : name);
    return Object.fromEntries(chosen.map(([name, schema]) => [name, this.valid(schema, named(name))]));
  }

  private array({ items = {}, minItems = 0, maxItems = 3 }: Schema, name: string): unknown {
    const most = this.random.chance(0.03) ? Math.min(maxItems, 100) : Math.min(maxItems, minItems + 2);
    const length = minItems + this.random.below(most - minItems + 1);
    return Array.from({ length }, () => this.valid(items, name));
  }

  private number({ minimum = -10, maximum = 10_000 }: Schema): number {
    const { random } = this;
    if (random.chance(0.1)) return random.of([minimum, maximum]);
    return Math.trunc(minimum + random.below(Math.min(maximum - minimum, 3_000) + 1));
  }

  private text({ minLength = 0, maxLength = 40, pattern, format }: Schema, name: string): string {
    const { random } = this;
    const meant = random.chance(0.85) ? (this.known.of(name) ?? this.word(name)) : undefined;
    if (meant !== undefined) return meant;
    if (format === 'date-time') return new Date(Date.now() + random.below(10 ** 9)).toISOString();
    if (pattern !== undefined) return FORMS.find((form) => new RegExp(pattern, 'u').test(form)) ?? 'A1';
    const length = random.chance(0.05) ? maxLength : minLength + random.below(Math.min(maxLength - minLength, 12) + 1);
    const letters = [...random.of(ALPHABETS)];
    return Array.from({ length }, () => random.of(letters)).join('');
  }

  private word(name: string): string | undefined {
    const words = WORDS[name];
    return words && this.random.of(words);
  }
}
