import { STOCK_MODES } from '../../../domain/shop/imported-stock.js';
import { displayAmount } from '../../../domain/values/display.js';
import { FORMATS } from '../../../feeds/read-file.js';
import type { RowProblem } from '../../../operations/shop/check-items.js';
import { type Html, html } from '../../html.js';
import { toldPart } from '../../problems.js';
import { formStart } from '../form-start.js';
import type { OrderProblem } from '../order-page.js';
import type { ShopVisit } from '../shop-visit.js';
import { fileFields, type ImportFile } from './import-file.js';
import { type ImportPlan, type ItemDifference, MAX_ROWS, type MemberChange } from './plan-import.js';

/** Maximum characters of a value in the table. */
const MAX_VALUE_LENGTH = 60;
/** Members that are amounts in minor units. */
const AMOUNTS = new Set(['price']);

/** Renders the form that chooses a file. */
export function importPage(visit: ShopVisit, told?: OrderProblem): Html {
  const { import: texts } = visit.locale.texts.desk_shop;
  const choices = (name: 'format' | 'stock', label: string, values: readonly (readonly [string, string])[]) =>
    html`<div class="field"><label for="${name}">${label}</label><select id="${name}" name="${name}">${values.map(
      ([value, text]) => html`<option value="${value}">${text}</option>`,
    )}</select></div>`;
  return html`${toldPart(told)}
<h1>${texts.title}</h1>
<p class="lead">${texts.lead(MAX_ROWS)}</p>
<form method="post" action="import" enctype="multipart/form-data" class="narrow">${formStart(visit)}
<div class="field"><label for="file">${texts.file}</label><input id="file" name="file" type="file" accept=".csv,.tsv,.txt,.json,.xml" required></div>
${choices(
  'format',
  texts.format,
  FORMATS.map((one) => [one, texts.formats[one]] as const),
)}
${choices(
  'stock',
  texts.stock,
  STOCK_MODES.map((one) => [one, texts.stock_modes[one]] as const),
)}
<p><label class="check"><input type="checkbox" name="allow_free" value="1"> ${texts.allow_free}</label></p>
<p><button class="primary">${texts.check}</button></p></form>`;
}

/** Renders the table of all changes that an import would make, with a button that makes them. */
export function planPage(visit: ShopVisit, file: ImportFile, plan: ImportPlan, told?: OrderProblem): Html {
  const { import: texts } = visit.locale.texts.desk_shop;
  const { differences, items, problems, warnings, skipped, ignored, hash } = plan;
  return html`${toldPart(told)}
<h1>${texts.plan_title(file.name)}</h1>
${summaryPart(visit, plan)}
${
  items.length > 0 &&
  html`<form method="post" action="${visit.root}/desk/${visit.shopId}/import/confirm" enctype="multipart/form-data">${formStart(visit)}${fileFields(file)}<input type="hidden" name="plan" value="${hash}">
<p><button class="primary">${problems.length > 0 ? texts.confirm_valid : texts.confirm}</button></p></form>`
}
<p class="paging"><a href="${visit.root}/desk/${visit.shopId}/import">${texts.another}</a></p>
${problemsPart(texts.problems, problems, texts)}
${differences.length > 0 && tablePart(visit, differences)}
${problemsPart(texts.warnings, warnings, texts)}
${problemsPart(texts.skipped, skipped, texts)}
${ignored.length > 0 && html`<section><h2>${texts.ignored}</h2><p>${ignored.map(({ column }) => column).join(', ')}</p></section>`}`;
}

function summaryPart({ locale }: ShopVisit, plan: ImportPlan): Html {
  const { import: texts } = locale.texts.desk_shop;
  const { differences, unchanged, problems, prices, largeChange } = plan;
  const created = differences.filter(({ isNew }) => isNew).length;
  const large = largeChange && texts.large(largeChange.onSale, largeChange.withdrawn, largeChange.repriced);
  return html`<p class="lead">${texts.counts(created, differences.length - created, unchanged, problems.length)}</p>
${prices !== null && html`<p>${texts.prices(prices.lowest, prices.middle, prices.highest)}</p>`}
${large && html`<p class="note"><strong>${large}</strong></p>`}`;
}

function tablePart(visit: ShopVisit, differences: readonly ItemDifference[]): Html {
  const { import: texts } = visit.locale.texts.desk_shop;
  return html`<section aria-labelledby="changes"><h2 id="changes">${texts.changes}</h2>
<table><thead><tr><th scope="col" class="number">${texts.row}</th><th scope="col">${texts.item}</th><th scope="col">${texts.change}</th></tr></thead>
<tbody>${differences.map(
    (one) =>
      html`<tr><td class="number">${one.row}</td><th scope="row">${one.id}</th><td>${one.isNew ? newPart(visit, one) : one.members.map((member) => memberPart(visit, member))}</td></tr>
`,
  )}</tbody></table></section>`;
}

function newPart(visit: ShopVisit, { title, price }: ItemDifference): Html {
  return html`<strong>${visit.locale.texts.desk_shop.import.new_item}</strong> ${title} · ${valueText(visit, 'price', price)}`;
}

function memberPart(visit: ShopVisit, { name, before, after }: MemberChange): Html {
  const labels: Readonly<Record<string, string>> = {
    ...visit.locale.texts.desk_work.members,
    stock: visit.locale.texts.desk_work.items.stock,
  };
  return html`<div>${labels[name] ?? name.replaceAll('_', ' ')}: ${valueText(visit, name, before)} → ${valueText(visit, name, after)}</div>`;
}

function valueText({ locale, face }: ShopVisit, name: string, value: unknown): string {
  if (value === null || value === '') return '–';
  if (AMOUNTS.has(name) && typeof value === 'number')
    return displayAmount(value, face.shop.settings.currency, locale.tag);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= MAX_VALUE_LENGTH ? text : `${text.slice(0, MAX_VALUE_LENGTH).toWellFormed()}…`;
}

function problemsPart(
  title: string,
  problems: readonly RowProblem[],
  { row, item, reason }: { readonly row: string; readonly item: string; readonly reason: string },
): Html | false {
  if (problems.length === 0) return false;
  return html`<section><h2>${title}</h2>
<table><thead><tr><th scope="col" class="number">${row}</th><th scope="col">${item}</th><th scope="col">${reason}</th></tr></thead>
<tbody>${problems.map(
    (one) => html`<tr><td class="number">${one.row}</td><td>${one.id}</td><td>${one.problem}</td></tr>
`,
  )}</tbody></table></section>`;
}
