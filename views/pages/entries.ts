/** The buyer's entries in a form. */

/** Values of fields by name. */
export type Entries = ReadonlyMap<string, string>;

export function entriesOf(form: HTMLFormElement): Entries {
  return new Map([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}

/** Returns the values that the portal rendered, without empty ones. */
export function readRendered(form: HTMLFormElement): Entries {
  const was: unknown = JSON.parse(form.querySelector<HTMLInputElement>('[name=was]')?.value ?? '{}');
  return new Map(Object.entries(was ?? {}).map(([name, value]) => [name, String(value)]));
}

/** Enters values into those fields that the form has. */
export function enter(form: HTMLFormElement, entries: Entries): void {
  for (const [name, value] of entries) {
    const field = form.elements.namedItem(name);
    const isField =
      field instanceof RadioNodeList || field instanceof HTMLInputElement || field instanceof HTMLSelectElement;
    if (isField && field.value !== value) field.value = value;
  }
}

/** Finds a field or button by its purpose, in any version of the page. */
export function controlFor(purpose: string, within: ParentNode): HTMLElement | undefined {
  return [...within.querySelectorAll<HTMLElement>('input, select, button, summary')].find(
    (one) => purposeOf(one) === purpose,
  );
}

/** Identifies a control across versions of the page: controls with the same purpose share this text. */
export function purposeOf(control: Element): string {
  const action = control instanceof HTMLButtonElement ? control.formAction : '';
  const names = [control.getAttribute('name'), control.getAttribute('value'), action];
  return [control.tagName, ...(control.id === '' ? names : [control.id])].join('\n');
}
