import { type Entries, enter, entriesOf, renew, takeState } from './entries.js';

/**
 * Takes over what depends on what was saved: parts that are always new (`data-live`), and those of which there is another
 * kind now (`data-kind`), such as the fields of an address in another country. What was entered since `sent` stays.
 */
export function showAnswer(form: HTMLFormElement, page: Document, sent: Entries): void {
  const entered = [...entriesOf(form)].filter(([name, value]) => !OWN.has(name) && value !== sent.get(name));
  for (const part of form.querySelectorAll<HTMLElement>('[data-live]')) {
    const fresh = page.querySelector(`[data-live="${part.dataset.live}"]`);
    if (!fresh) continue;
    fresh.innerHTML = fresh.innerHTML.trim();
    renew(part, fresh);
  }
  for (const part of form.querySelectorAll<HTMLElement>('[data-kind]')) {
    const fresh = page.querySelector<HTMLElement>(`#${part.id}[data-kind]`);
    if (!fresh || fresh.dataset.kind === part.dataset.kind) continue;
    part.dataset.kind = fresh.dataset.kind ?? '';
    renew(part, page.importNode(fresh, true));
  }
  enter(form, new Map(entered));
  for (const field of form.querySelectorAll('.sections .field')) showError(field, page);
}

/** What the portal enters by itself. */
export const OWN: ReadonlySet<string> = new Set(['version', 'expected_total', 'was']);

/** The error of a field, as the answer has it; a field that is not filled in yet is left alone. */
function showError(field: Element, page: Document): void {
  const control = field.querySelector('input, select');
  if (!control) return;
  const error = page.getElementById(`${control.id}-error`);
  field.querySelector('.error')?.remove();
  takeState(control, (error && page.getElementById(control.id)) ?? undefined);
  if (error) field.append(error);
}
