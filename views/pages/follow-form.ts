import { controlFor, type Entries, entriesOf, purposeOf, readRendered } from './entries.js';
import { preparePayment } from './paying.js';
import { followPresses, waitForRelease } from './pressing.js';
import { busy, send } from './sending.js';
import { OWN, showAnswer } from './showing.js';

/** Saves changes as soon as they are made, so that the totals are current, and lets a button be pressed only once. */
export function followForm(): void {
  const form = document.querySelector<HTMLFormElement>('form.checkout');
  if (!form) return;
  followPresses();
  const follower = new Follower(form);
  for (const event of ['change', 'focusout']) form.addEventListener(event, () => follower.changed());
  form.addEventListener('submit', (event) => follower.pressed(event));
  addEventListener('pageshow', ({ persisted }) => persisted && follower.returned().catch(() => undefined));
}

/** A discount code is saved only by its button. */
const CODE = 'code';
/** False for payment fields, which are never saved: only the payment button sends them. */
const isOfCart = (name: string) =>
  name !== 'handler_id' && (!name.includes('.') || /^(quantity|property)\./.test(name));

/** Path of the page, without query and fragment. */
const HOME = location.pathname;

/** Last parts of the addresses of two buttons: to pay, and to show only what is missing for that. */
const PAY = '/pay';
const CONTINUE = '/continue';

/** Milliseconds after which a save counts as failed, so that no button waits any longer. */
const PATIENCE = 15_000;

class Follower {
  private readonly form: HTMLFormElement;
  private saving: Promise<void> = Promise.resolve();
  private isSent = false;
  /** Entries that the portal already has. */
  private known: Entries;

  constructor(form: HTMLFormElement) {
    this.form = form;
    this.known = readRendered(form);
  }

  /** Saves the entries that the portal does not have yet. */
  changed(): void {
    this.saving = this.saving
      .then(() => (this.isSent || !this.isUnknown() ? undefined : this.save()))
      .catch(() => undefined);
  }

  /**
   * Waits for a save in progress, then sends the form with the button. If that save changes the total to which the
   * button agrees, shows the new total and sends nothing.
   */
  pressed(event: SubmitEvent): void {
    event.preventDefault();
    if (this.isSent) return;
    this.isSent = true;
    const { submitter } = event;
    const before = this.total();
    const purpose = submitter ? purposeOf(submitter) : '';
    const agrees = submitter?.className === 'primary';
    busy(submitter, true);
    this.saving = this.saving.then(async () => {
      // The save may have replaced the button.
      const button = controlFor(purpose, this.form);
      busy(button ?? null, true);
      if (agrees && this.total() !== before) this.again('total', 'note');
      else if (!(button instanceof HTMLButtonElement)) this.again();
      else if (agrees) await this.agree(button).catch(() => this.again('failed', 'note'));
      else await this.save(button).catch(() => this.again('failed', 'note'));
    });
  }

  /**
   * Runs when the browser restores the page, for example after Back. Keeps the page if it still shows the current cart.
   * Otherwise saves entries that the portal does not have, or loads the page again if there are none.
   */
  async returned(): Promise<void> {
    this.again();
    const page = await readPage(await fetch(HOME));
    if (page.querySelector<HTMLInputElement>('[name=version]')?.value === this.field('version')) this.changed();
    else if (page.querySelector('form.checkout') && this.isUnknown()) await this.save();
    else location.replace(HOME);
  }

  private field(name: string): string {
    return this.form.querySelector<HTMLInputElement>(`[name=${name}]`)?.value ?? '';
  }

  private total(): string {
    return this.field('expected_total');
  }

  /**
   * Leaves the page with the button. The fields of a payment provider are empty after that, so everything else is checked
   * before.
   */
  private async agree(button: HTMLButtonElement): Promise<void> {
    if (!this.form.querySelector('.method:has(:checked) [data-mounted]') || !button.formAction.endsWith(PAY))
      return this.leave(button);
    const before = this.total();
    const purpose = purposeOf(button);
    await this.save(button, button.formAction.replace(PAY, CONTINUE));
    const current = controlFor(purpose, this.form);
    if (document.getElementById('problem') || !(current instanceof HTMLButtonElement)) return;
    if (this.total() !== before) return this.say('total', 'note');
    this.isSent = true;
    busy(current, true);
    const reason = await preparePayment(this.form);
    if (reason === undefined) return this.leave(current);
    this.again();
    this.tell(reason, 'note');
  }

  /** Submits the form as a page without scripts does. */
  private leave(button: HTMLButtonElement): void {
    this.isSent = true;
    send(this.form, button);
  }

  /** Re-enables the buttons, and shows the given message, if any. */
  private again(...said: Parameters<Follower['say']> | []): void {
    this.isSent = false;
    for (const button of this.form.querySelectorAll<HTMLElement>('[aria-busy=true]')) busy(button, false);
    const [what, look] = said;
    if (what && look) this.say(what, look);
  }

  /** @param look `vh`: for screen readers only; `note`: for everyone, since pressing the button had no effect */
  private say(what: 'total' | 'failed', look: 'vh' | 'note'): void {
    const total = document.getElementById('folded')?.textContent ?? '';
    const text = document.getElementById('said')?.dataset[what] ?? '';
    this.tell(
      text.replace('{}', () => total),
      look,
    );
  }

  private tell(text: string, look: 'vh' | 'note'): void {
    const said = document.getElementById('said');
    if (said) Object.assign(said, { textContent: text, className: look });
  }

  private isUnknown(): boolean {
    // An unchecked box has no entry.
    const boxes = [...this.form.querySelectorAll<HTMLInputElement>('[type=checkbox]')];
    if (boxes.some(({ name, checked }) => checked !== this.known.has(name))) return true;
    return [...entriesOf(this.form)].some(
      ([name, value]) => isOfCart(name) && name !== CODE && !OWN.has(name) && value !== (this.known.get(name) ?? ''),
    );
  }

  /**
   * Saves the entries, and runs the action of the button, if any.
   * @throws Error if the portal cannot respond now
   */
  private async save(button?: HTMLButtonElement, address = button?.formAction ?? this.form.action): Promise<void> {
    const before = this.total();
    const sent = new Map([...entriesOf(this.form)].filter(([name]) => isOfCart(name) && (button || name !== CODE)));
    const by = button ? [[button.name, button.value]] : [['by', 'change']];
    const body = new URLSearchParams([...sent, ...by.filter(([name]) => name !== '')]);
    const signal = AbortSignal.timeout(PATIENCE);
    const page = await readPage(await fetch(address, { method: 'POST', body, signal }));
    // A button that changes while it is held down would get a click that was meant for another.
    await waitForRelease();
    const answer = page.querySelector<HTMLFormElement>('form.checkout');
    if (!answer) {
      location.replace(HOME);
      return;
    }
    const isRejected = answer.querySelector('#problem, .error') !== null;
    showAnswer(this.form, answer, isRejected ? [sent, this.known] : [sent]);
    if (button) this.again();
    const problem = document.getElementById('problem');
    // If the whole form has a problem, nothing was saved, and the next change saves the entries again.
    this.known = problem?.dataset.code ? readRendered(this.form) : sent;
    if (problem && button) problem.focus();
    else if (problem?.dataset.code) this.tell(problem.querySelector('p')?.textContent ?? '', 'note');
    else if (this.total() !== before) this.say('total', 'vh');
  }
}

/** @throws Error if the portal cannot respond now; the entries are sent with the next change */
async function readPage(response: Response): Promise<Document> {
  if (response.status === 429 || response.status >= 500) throw new Error(String(response.status));
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}
