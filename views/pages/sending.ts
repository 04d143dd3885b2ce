/** Marks buttons as busy, and submits forms with a button. */

/** Original labels of busy buttons. A label may have several parts, of which styles show one. */
const labels = new WeakMap<HTMLElement, readonly Node[]>();

/** Marks a button as busy or no longer busy. A busy button shows the text that it has for this state, if any. */
export function busy(button: HTMLElement | null, is: boolean): void {
  if (!button) return;
  const { busy: words, text } = button.dataset;
  if (is && words !== undefined && text === undefined) {
    labels.set(button, [...button.childNodes]);
    button.dataset.text = '';
    button.replaceChildren(words);
  } else if (!is && text !== undefined) {
    button.replaceChildren(...(labels.get(button) ?? []));
    delete button.dataset.text;
  }
  button.ariaBusy = String(is);
}

/** Submits the form with the button's name, value and address, without triggering the submit listener again. */
export function send(form: HTMLFormElement, button: HTMLButtonElement): void {
  if (button.name !== '') {
    const field = document.createElement('input');
    Object.assign(field, { type: 'hidden', name: button.name, value: button.value });
    form.append(field);
  }
  form.action = button.formAction;
  form.submit();
}
