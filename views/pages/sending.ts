/** Buttons that say that they work, and forms that are sent by one of them. */

/** Shows that a button works, or that it does not any more. */
export function busy(button: HTMLElement | null, is: boolean): void {
  const text = button?.dataset.busy;
  if (!button || text === undefined) return;
  if (is && button.dataset.text === undefined) {
    button.dataset.text = button.textContent ?? '';
    button.textContent = text;
  } else if (!is) {
    button.textContent = button.dataset.text ?? '';
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
