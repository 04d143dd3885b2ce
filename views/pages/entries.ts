/** What a person has entered into a form, and where in it they are. */

/** The values of fields, by their names. */
export type Entries = ReadonlyMap<string, string>;

export function entriesOf(form: HTMLFormElement): Entries {
  return new Map([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}

/** What stood in the fields when the portal made the page; those that were empty are left out. */
export function shownAtFirst(form: HTMLFormElement): Entries {
  const was: unknown = JSON.parse(form.querySelector<HTMLInputElement>('[name=was]')?.value ?? '{}');
  return new Map(Object.entries(was ?? {}).map(([name, value]) => [name, String(value)]));
}

/** Enters values, each where there is such a field. */
export function enter(form: HTMLFormElement, entries: Entries): void {
  for (const [name, value] of entries) {
    const field = form.elements.namedItem(name);
    const takes =
      field instanceof RadioNodeList || field instanceof HTMLInputElement || field instanceof HTMLSelectElement;
    if (takes && field.value !== value) field.value = value;
  }
}

/**
 * Gives a part of the page new content. Whoever is at a field or button of it stays there. A field that is typed in stays the
 * same element, so that what is half typed, and the place in it, are kept.
 */
export function renew(part: Element, content: Element): void {
  const at = document.activeElement;
  const isThere = at !== null && part.contains(at);
  const same = isThere ? sameControl(content, at) : undefined;
  const isTyped = same instanceof HTMLInputElement && at instanceof HTMLInputElement && at.type !== 'radio';
  if (isTyped) {
    takeState(at, same);
    same.replaceWith(at);
  }
  part.replaceChildren(...content.childNodes);
  const now = isTyped ? at : same;
  now?.focus({ preventScroll: true });
  // A button that is gone when it has done its work leaves the keyboard at its place.
  if (isThere && !now && part instanceof HTMLElement) {
    part.tabIndex = -1;
    part.focus({ preventScroll: true });
  }
}

/** The field or button of the same name that says or does the same. */
export function sameControl(within: ParentNode, one: Element): HTMLElement | undefined {
  return [...within.querySelectorAll<HTMLElement>('input, select, button, summary')].find(
    (other) => other.tagName === one.tagName && tellsApart(other) === tellsApart(one),
  );
}

function tellsApart(control: Element): string {
  if (control.id !== '') return control.id;
  const action = control instanceof HTMLButtonElement ? control.formAction : '';
  return [control.getAttribute('name'), control.getAttribute('value'), action].join('\n');
}

const STATE = ['aria-invalid', 'aria-describedby'];

/** Whether the entry of a field is wrong, as the other says. */
export function takeState(field: Element, other: Element | undefined): void {
  for (const name of STATE) {
    const value = other?.getAttribute(name) ?? null;
    if (value === null) field.removeAttribute(name);
    else field.setAttribute(name, value);
  }
}
