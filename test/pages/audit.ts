import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { Browser, Frame, Page } from 'playwright-core';
import { expect } from 'vitest';
import { volume } from '../support/volume.js';

/**
 * The default rules, and the rule about the size of click targets. A page in a frame is audited by itself: axe would
 * compare its landmarks with those around the frame.
 */
const ALL: RunOptions = {
  iframes: false,
  rules: { 'target-size': { enabled: true }, 'frame-tested': { enabled: false } },
};
/** Rules that depend on colors or width. */
const OF_A_LOOK: RunOptions = {
  runOnly: ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size'],
};

/** A wide window in the light scheme and a phone in the dark scheme, so that both schemes and widths occur. */
const LOOKS = [
  { colorScheme: 'light', width: 1100, rules: ALL },
  { colorScheme: 'dark', width: 360, rules: volume(OF_A_LOOK, ALL) },
] as const;

const TOO_WIDE = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

/** Distinct kinds of elements on a page, regardless of count and text. */
const FORM = `[...new Set([...document.querySelectorAll('body *')].map((one) =>
  [one.parentElement.tagName, one.tagName, one.className, one.getAttribute('role'), one.getAttribute('type')].join()
))].sort().join()`;
const audited = new Set<string>();

/** Returns true if a page with the same kinds of elements was audited before. Every night, always returns false. */
export async function isAudited(page: Page): Promise<boolean> {
  const form = await page.evaluate<string>(FORM);
  const before = audited.has(form);
  audited.add(form);
  return volume(before, false, before);
}

interface Finding {
  readonly rule: string;
  readonly where: readonly string[];
}

/** Opens a browser page that bypasses the content security policy, which would block the audit script. */
export async function openAuditor(browser: Browser): Promise<Page> {
  return (await browser.newContext({ bypassCSP: true })).newPage();
}

/**
 * Runs axe, which must be loaded in the page. Violations and undecided checks list every element. Other results are
 * many, so they list only one element each.
 */
export function runAxe(page: Frame | Page, options: RunOptions): Promise<AxeResults> {
  const all: RunOptions = { resultTypes: ['violations', 'incomplete'], ...options };
  return page.evaluate<AxeResults>(`axe.run(${JSON.stringify(all)})`);
}

/** Accessibility findings on a page. Checks that axe leaves undecided count as findings. */
export async function auditOf(auditor: Page, url: string): Promise<Finding[]> {
  await auditor.goto(url);
  await auditor.evaluate(axe.source);
  const findings: Finding[] = [];
  for (const { colorScheme, width, rules } of LOOKS) {
    await auditor.emulateMedia({ colorScheme });
    await auditor.setViewportSize({ width, height: 800 });
    const { passes, violations, incomplete } = await runAxe(auditor, rules);
    expect([...passes, ...violations].map(({ id }) => id)).toContain('color-contrast');
    for (const { id, nodes } of [...violations, ...incomplete])
      findings.push({ rule: `${id}, ${colorScheme}`, where: nodes.map(placeOf) });
    const over = await auditor.evaluate<number>(TOO_WIDE);
    if (over > 0) findings.push({ rule: `no scrolling sideways at ${width}`, where: [`${over} too wide`] });
  }
  return findings;
}

const placeOf = ({ html, failureSummary }: AxeResults['violations'][number]['nodes'][number]) =>
  `${html} ${failureSummary}`;
