import { busy, send } from './sending.js';

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
      const now = submitter instanceof HTMLButtonElement ? this.current(submitter) : undefined;
      busy(now ?? null, true);
      if (now) send(this.form, now);
      else this.form.submit();
    });
  }

  /** The button may have been replaced by a new one that says the same. */
  private current(pressed: HTMLButtonElement): HTMLButtonElement | undefined {
    if (pressed.isConnected) return pressed;
    return [...this.form.querySelectorAll<HTMLButtonElement>('button[formaction]')].find(
      (one) => one.formAction === pressed.formAction && one.name === pressed.name && one.value === pressed.value,
    );
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
    // They are relative to where the answer came from, which need not be where this page is.
    for (const button of page.querySelectorAll('[formaction]'))
      button.setAttribute('formaction', new URL(button.getAttribute('formaction') ?? '', response.url).href);
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
