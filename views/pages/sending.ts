/** Buttons that say that they work, and forms that are sent by one of them. */

/** Labels of busy buttons, whose parts styles may choose from. */
const labels = new WeakMap<HTMLElement, readonly Node[]>();

/** Shows that a button works, or that it does not any more; in words where it has some for it. */
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

/** Sends the form by a button, with what that says, and without asking the listener again. */
export function send(form: HTMLFormElement, button: HTMLButtonElement): void {
  if (button.name !== '') {
    const field = document.createElement('input');
    Object.assign(field, { type: 'hidden', name: button.name, value: button.value });
    form.append(field);
  }
  form.action = button.formAction;
  form.submit();
}
