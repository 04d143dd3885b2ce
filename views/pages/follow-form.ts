/** Saves what was changed as soon as it is, so that the totals follow, and lets a button be pressed once. */
export function followForm(): void {
  const form = document.querySelector<HTMLFormElement>('form.checkout');
  if (!form) return;
  const follower = new Follower(form);
  form.addEventListener('change', ({ target }) => follower.changed(target));
  form.addEventListener('submit', (event) => follower.pressed(event));
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
}

/** These are for the buttons alone. */
const NOT_SAVED = new Set(['handler_id', 'code']);

class Follower {
  private readonly form: HTMLFormElement;
  private saving: Promise<void> = Promise.resolve();
  private sent = false;

  constructor(form: HTMLFormElement) {
    this.form = form;
  }

  changed(target: EventTarget | null): void {
    const name = target instanceof HTMLInputElement || target instanceof HTMLSelectElement ? target.name : '';
    if (
      name === '' ||
      NOT_SAVED.has(name) ||
      name.startsWith('sandbox') ||
      (target instanceof Element && target.closest('.more'))
    )
      return;
    this.saving = this.saving.then(() => (this.sent ? undefined : this.save())).catch(() => undefined);
  }

  /** Waits for what is being saved. A total that has changed meanwhile is shown first, and nothing is sent. */
  pressed(event: SubmitEvent): void {
    event.preventDefault();
    if (this.sent) return;
    this.sent = true;
    const { submitter } = event;
    const before = this.total();
    busy(submitter, true);
    void this.saving.then(() => {
      if (this.total() !== before) {
        this.sent = false;
        busy(submitter, false);
        this.say();
        return;
      }
      // The button may have been replaced by a new one like it.
      const action = submitter?.getAttribute('formaction') ?? '';
      const now = submitter?.isConnected
        ? submitter
        : this.form.querySelector<HTMLElement>(`[formaction="${CSS.escape(action)}"]`);
      busy(now, true);
      if (now instanceof HTMLButtonElement) send(this.form, now);
      else this.form.submit();
    });
  }

  private total(): string {
    return this.form.querySelector<HTMLInputElement>('[name=expected_total]')?.value ?? '';
  }

  private say(): void {
    const said = document.getElementById('said');
    const total = document.querySelector('[data-live=folded]')?.textContent ?? '';
    if (said) said.textContent = (said.dataset.total ?? '').replace('{}', () => total);
  }

  private async save(): Promise<void> {
    const before = this.total();
    const fields = new FormData(this.form);
    for (const name of [...fields.keys()])
      if (name.includes('.') && !/^(quantity|property)\./.test(name)) fields.delete(name);
    fields.delete('code');
    const body = new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]));
    const response = await fetch(this.form.action, { method: 'POST', body });
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    if (!page.querySelector('form.checkout') || page.querySelector('[data-code=version_conflict]')) {
      // The answer to the form itself shows what has changed, and keeps what was typed.
      this.sent = true;
      this.form.submit();
      return;
    }
    this.show(page);
    if (this.total() !== before) this.say();
  }

  /** Takes over what depends on what was saved; what the person is at stays as it is. */
  private show(page: Document): void {
    const focused = document.activeElement?.id ?? '';
    for (const part of document.querySelectorAll<HTMLElement>('[data-live]')) {
      const fresh = page.querySelector(`[data-live="${part.dataset.live}"]`);
      if (!fresh) continue;
      const typed = part.contains(document.activeElement) ? document.activeElement : null;
      fresh.innerHTML = fresh.innerHTML.trim();
      part.replaceChildren(...fresh.childNodes);
      if (!typed || focused === '') continue;
      const again = document.getElementById(focused);
      if (again instanceof HTMLInputElement && typed instanceof HTMLInputElement && again.type !== 'radio')
        again.value = typed.value;
      again?.focus({ preventScroll: true });
    }
    for (const field of this.form.querySelectorAll('.sections .field')) showError(field, page);
  }
}

/** The error of a field, as the answer has it; a field that is not filled in yet is left alone. */
function showError(field: Element, page: Document): void {
  const control = field.querySelector<HTMLInputElement | HTMLSelectElement>('input, select');
  if (!control) return;
  const error = page.getElementById(`${control.id}-error`);
  field.querySelector('.error')?.remove();
  control.toggleAttribute('aria-invalid', error !== null);
  if (error) {
    control.setAttribute('aria-invalid', 'true');
    control.setAttribute('aria-describedby', error.id);
    field.append(error);
  } else control.removeAttribute('aria-describedby');
}

function busy(button: HTMLElement | null, is: boolean): void {
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
function send(form: HTMLFormElement, button: HTMLButtonElement): void {
  if (button.name !== '') {
    const field = document.createElement('input');
    Object.assign(field, { type: 'hidden', name: button.name, value: button.value });
    form.append(field);
  }
  form.action = button.formAction;
  form.submit();
}
