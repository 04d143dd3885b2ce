import { type Entries, entriesOf, sameControl, shownAtFirst } from './entries.js';
import { busy, send } from './sending.js';
import { OWN, showAnswer } from './showing.js';

/** Saves what was changed as soon as it is, so that the totals follow, and lets a button be pressed once. */
export function followForm(): void {
  const form = document.querySelector<HTMLFormElement>('form.checkout');
  if (!form) return;
  const follower = new Follower(form);
  for (const event of ['change', 'focusout']) form.addEventListener(event, () => follower.changed());
  form.addEventListener('submit', (event) => follower.pressed(event));
  addEventListener('pageshow', ({ persisted }) => persisted && follower.returned().catch(() => undefined));
}

/** A discount code waits for its button, */
const CODE = 'code';
/** and how it is paid for the one that pays. */
const isOfCart = (name: string) =>
  name !== 'handler_id' && (!name.includes('.') || /^(quantity|property)\./.test(name));

/** Milliseconds after which a save has failed, so that no button waits for it any longer. */
const PATIENCE = 15_000;

class Follower {
  private readonly form: HTMLFormElement;
  private saving: Promise<void> = Promise.resolve();
  private isSent = false;
  /** What the portal knows of the entries. */
  private known: Entries;

  constructor(form: HTMLFormElement) {
    this.form = form;
    this.known = shownAtFirst(form);
  }

  /** Saves what the portal does not know yet. */
  changed(): void {
    this.saving = this.saving
      .then(() => (this.isSent || !this.isUnknown() ? undefined : this.save()))
      .catch(() => undefined);
  }

  /**
   * Waits for what is being saved, and sends the form by the button. Who agrees to a total that changes meanwhile is shown
   * the new one, and nothing is sent.
   */
  pressed(event: SubmitEvent): void {
    event.preventDefault();
    if (this.isSent) return;
    this.isSent = true;
    const { submitter } = event;
    const before = this.total();
    const agrees = submitter?.className === 'primary';
    busy(submitter, true);
    this.saving = this.saving.then(async () => {
      // It may have been replaced by a new one that does the same.
      const button = submitter && (submitter.isConnected ? submitter : sameControl(this.form, submitter));
      busy(button ?? null, true);
      if (agrees && this.total() !== before) this.again('total', 'note');
      else if (agrees || !(button instanceof HTMLButtonElement)) this.leave(button);
      else await this.save(button).catch(() => this.again('failed', 'note'));
    });
  }

  /** The browser shows the page as it was left. It stays so, with what was entered, if that is still the cart. */
  async returned(): Promise<void> {
    this.again();
    const version = this.field('version');
    const page = await this.answer(await fetch(this.home()));
    if (page.querySelector<HTMLInputElement>('[name=version]')?.value === version) this.changed();
    else if (page.querySelector('form.checkout') && this.isUnknown()) this.leave();
    else location.replace(this.home());
  }

  /** The address of the page itself, where this may be the answer to a form. */
  private home(): string {
    return this.form.dataset.page ?? '';
  }

  private field(name: string): string {
    return this.form.querySelector<HTMLInputElement>(`[name=${name}]`)?.value ?? '';
  }

  private total(): string {
    return this.field('expected_total');
  }

  /** Sends the form as it does without a script: the answer is a page that keeps what was typed. */
  private leave(button?: HTMLElement | null): void {
    this.isSent = true;
    if (button instanceof HTMLButtonElement) send(this.form, button);
    else this.form.submit();
  }

  /** Buttons can be pressed again. */
  private again(...said: Parameters<Follower['say']> | []): void {
    this.isSent = false;
    for (const button of this.form.querySelectorAll<HTMLElement>('[aria-busy=true]')) busy(button, false);
    const [what, look] = said;
    if (what && look) this.say(what, look);
  }

  /** @param look `vh`: only to those who do not see it; `note`: to all, since a press came to nothing */
  private say(what: 'total' | 'failed', look: 'vh' | 'note'): void {
    const said = document.getElementById('said');
    if (!said) return;
    const total = document.querySelector('[data-live=folded]')?.textContent ?? '';
    said.textContent = (said.dataset[what] ?? '').replace('{}', () => total);
    said.className = look;
  }

  private isUnknown(): boolean {
    return [...entriesOf(this.form)].some(
      ([name, value]) => isOfCart(name) && name !== CODE && !OWN.has(name) && value !== (this.known.get(name) ?? ''),
    );
  }

  /** Saves the entries, and does what the button says. @throws Error when the portal cannot answer now */
  private async save(button?: HTMLButtonElement): Promise<void> {
    const before = this.total();
    const sent = new Map([...entriesOf(this.form)].filter(([name]) => isOfCart(name) && (button || name !== CODE)));
    const body = new URLSearchParams([...sent, ...(button?.name ? [[button.name, button.value]] : [])]);
    const signal = AbortSignal.timeout(PATIENCE);
    const page = await this.answer(
      await fetch(button?.formAction ?? this.form.action, { method: 'POST', body, signal }),
    );
    if (!page.querySelector('form.checkout')) location.replace(this.home());
    // What the whole form is told: what has changed meanwhile, and what is wrong.
    else if (page.querySelector(button ? '#problem' : '[data-code=version_conflict]')) this.leave(button);
    else {
      this.known = sent;
      showAnswer(this.form, page, sent);
      if (button) this.again();
      if (this.total() !== before) this.say('total', 'vh');
    }
  }

  /** @throws Error when the portal cannot answer now: what was entered is sent with the next change */
  private async answer(response: Response): Promise<Document> {
    if (response.status === 429 || response.status >= 500) throw new Error(String(response.status));
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    // They are relative to where the answer came from, which need not be where this page is.
    for (const button of page.querySelectorAll('[formaction]'))
      button.setAttribute('formaction', new URL(button.getAttribute('formaction') ?? '', response.url).href);
    return page;
  }
}
