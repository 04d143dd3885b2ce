import { MAX_LIMIT_CATEGORIES } from '../../domain/tenant/limits.js';
import { hasControls, isBlank } from '../../domain/values/text.js';
import type { Locale } from '../../texts/locale.js';
import { type Html, html } from '../html.js';

/** Categories of a form. */
export interface CategoryChoice {
  /** Names that the form offers. */
  readonly offered: readonly string[];
  /** Names that are checked; none stands for all categories. */
  readonly chosen: readonly string[];
}

const FIELD = /^category_\d+$/;
/** Maximum characters of a category's name. */
const MAX_NAME = 100;

/** Renders a box for each category, also for chosen ones that the shop no longer has; nothing without any. */
export function categoryFields({ offered, chosen }: CategoryChoice, { texts: { grant } }: Locale): Html | false {
  const names = [...new Set([...offered, ...chosen])];
  if (names.length === 0) return false;
  return html`<fieldset><legend>${grant.categories}</legend><p class="hint">${grant.categories_help}</p>
<div class="choices">${names.map(
    (name, index) =>
      html`<label class="choice"><input type="checkbox" name="category_${index}" value="${name}"${chosen.includes(name) && html` checked`}><span class="what">${name}</span></label>`,
  )}</div></fieldset>`;
}

/**
 * Reads the checked categories from the fields of a form; `undefined` if one is no possible name. Names that the shop no
 * longer has stay: leaving out the last one would allow all categories.
 */
export function readCategories(fields: Iterable<readonly [string, string]>): readonly string[] | undefined {
  // Browsers send line feeds as CR LF.
  const checked = [...fields].flatMap(([field, name]) => (FIELD.test(field) ? [name.replaceAll('\r\n', '\n')] : []));
  return checked.every(isName) ? [...new Set(checked)].slice(0, MAX_LIMIT_CATEGORIES) : undefined;
}

function isName(text: string): boolean {
  return text.length <= MAX_NAME && !isBlank(text) && !hasControls(text);
}
