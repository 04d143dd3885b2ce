import type { Page } from 'playwright-core';
import { contrast, isColor } from '../../src/domain/values/color.js';

/** Colors of a shop: dark ones, bright ones, and the extremes black and white. */
export const SHOP_COLORS = {
  black: '#000000',
  yellow: '#ffee00',
  navy: '#0b1f4b',
  green: '#00ff00',
  white: '#ffffff',
  red: '#d40000',
} as const;

/** Colors as the browser computed them, `#rrggbb`. */
interface Computed {
  readonly name: string;
  readonly color: string;
  readonly edge: string;
  /** Background of the element, or of the nearest ancestor that has one. */
  readonly own: string;
  /** Background behind the element. */
  readonly behind: string;
  /** Accent color, which fills a checkbox that is checked. */
  readonly box: string;
}

const COMPUTED = (selector: string) => `(() => {
  const hex = (color) => '#' + (color.match(/[\\d.]+/g) ?? []).slice(0, 3).map((part) => Number(part).toString(16).padStart(2, '0')).join('');
  const filled = (one) => {
    const { backgroundColor } = getComputedStyle(one);
    if (!/^rgba.* 0\\)$/.test(backgroundColor) || one.parentElement === null) return backgroundColor;
    return filled(one.parentElement);
  };
  return [...document.querySelectorAll(${JSON.stringify(selector)})].filter((one) => one.checkVisibility()).map((one) => {
    const style = getComputedStyle(one);
    return {
      name: one.outerHTML.slice(0, 80),
      color: hex(style.color),
      edge: hex(style.borderTopColor),
      own: hex(filled(one)),
      behind: hex(filled(one.parentElement)),
      box: hex(style.accentColor),
    };
  });
})()`;

/** Minimum contrast of text, and of parts of a control (WCAG 2.2, 1.4.3 and 1.4.11). */
const [TEXT, CONTROL] = [4.5, 3];

interface Selectors {
  /** Elements that have the shop's color. */
  readonly surfaces?: string;
  readonly links: string;
  readonly boxes?: string;
}

type Where = Pick<Page, 'evaluate'>;

/**
 * Returns the faults of a page's colors as the browser computed them. Surfaces must have the shop's color, readable
 * text and visible edges; links must be readable, and boxes visible.
 */
export async function colorFaults(
  page: Where,
  color: string,
  { surfaces, links, boxes }: Selectors,
): Promise<string[]> {
  const computed = (selector: string) => page.evaluate<readonly Computed[]>(COMPUTED(selector));
  const filled = surfaces === undefined ? [] : await computed(surfaces);
  const faults = (
    all: readonly Computed[],
    rule: string,
    isFine: (one: Computed) => boolean,
    seen: (one: Computed) => string,
  ) => all.filter((one) => !isFine(one)).map((one) => `${rule}: ${seen(one)} in ${one.name}`);
  const isReadable = (one: Computed) => isColor(one.own) && contrast(one.color, one.own) >= TEXT;
  const checked = boxes === undefined ? [] : await computed(boxes);
  return [
    ...(surfaces !== undefined && filled.length === 0 ? [`nothing has the color: ${surfaces}`] : []),
    ...faults(
      filled,
      'not the color',
      ({ own }) => own === color,
      ({ own }) => own,
    ),
    ...faults(filled, 'text', isReadable, (one) => `${one.color} on ${one.own}`),
    ...faults(
      filled,
      'edge',
      ({ edge, behind }) => contrast(edge, behind) >= CONTROL,
      ({ edge, behind }) => `${edge} on ${behind}`,
    ),
    ...faults(await computed(links), 'link', isReadable, (one) => `${one.color} on ${one.own}`),
    ...faults(
      checked,
      'box',
      ({ box, behind }) => contrast(box, behind) >= CONTROL,
      ({ box, behind }) => `${box} on ${behind}`,
    ),
  ];
}
