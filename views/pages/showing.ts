import { Idiomorph } from 'idiomorph';
import { controlFor, type Entries, enter, entriesOf, purposeOf } from './entries.js';

/** Fields that the portal fills in. */
export const OWN: ReadonlySet<string> = new Set([
  'version',
  'expected_total',
  'was',
  'tried',
  'terms_shown',
  'billing_shown',
]);

/**
 * Updates the form to match the portal's response, so that nothing in it is outdated. Preserves the focus, unfolded
 * parts, and entries that differ from any of `settled`.
 */
export function showAnswer(form: HTMLFormElement, answer: HTMLFormElement, settled: readonly Entries[]): void {
  keepState(form, answer, settled);
  const at = form.contains(document.activeElement) ? document.activeElement : null;
  const purpose = at && purposeOf(at);
  const section = at?.closest('section, .inner, .pay');
  const callbacks = {
    beforeAttributeUpdated: (_name: string, { className }: Element) => className !== 'broken',
    // Fields of a payment provider, which the portal did not render.
    beforeNodeMorphed: (old: Node) => !(old instanceof HTMLElement && old.dataset.mounted !== undefined),
  };
  Idiomorph.morph(form, answer, { callbacks });
  if (purpose === null || (document.activeElement && purposeOf(document.activeElement) === purpose)) return;
  const same = controlFor(purpose, form);
  if (same) same.focus({ preventScroll: true });
  // If the focused control is gone, its section gets the focus, so that the keyboard stays in place.
  else if (section instanceof HTMLElement && section.isConnected) {
    section.tabIndex = -1;
    section.focus({ preventScroll: true });
  }
}

function keepState(form: HTMLFormElement, answer: HTMLFormElement, settled: readonly Entries[]): void {
  const entered = [...entriesOf(form)].filter(
    ([name, value]) => !OWN.has(name) && settled.some((entries) => value !== entries.get(name)),
  );
  enter(answer, new Map(entered));
  for (const box of form.querySelectorAll<HTMLInputElement>('[type=checkbox]')) {
    const isSettled = settled.every((entries) => box.checked === entries.has(box.name));
    const other = isSettled ? undefined : answer.elements.namedItem(box.name);
    if (other instanceof HTMLInputElement) other.checked = box.checked;
  }
  for (const part of form.querySelectorAll<HTMLDetailsElement>('details[open]')) {
    const other = answer.querySelector<HTMLDetailsElement>(`#${part.id}`);
    if (other) other.open = true;
  }
}
