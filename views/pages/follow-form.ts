import { controlFor, type Entries, entriesOf, purposeOf, readRendered } from './entries.js';
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

/** Address of the page, without what it shows once. */
const HOME = location.pathname;

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
    this.known = readRendered(form);
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
    const purpose = submitter ? purposeOf(submitter) : '';
    const agrees = submitter?.className === 'primary';
    busy(submitter, true);
    this.saving = this.saving.then(async () => {
      // What was being saved may have replaced it.
      const button = controlFor(purpose, this.form);
      busy(button ?? null, true);
      if (agrees && this.total() !== before) this.again('total', 'note');
      else if (!(button instanceof HTMLButtonElement)) this.again();
      else if (agrees) this.leave(button);
      else await this.save(button).catch(() => this.again('failed', 'note'));
    });
  }

  /** The browser shows the page as it was left: it stays, with what was entered, if it still shows the cart. */
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

  /** Sends the form as it is sent without scripts. */
  private leave(button: HTMLButtonElement): void {
    this.isSent = true;
    send(this.form, button);
  }

  /** Buttons can be pressed again. */
  private again(...said: Parameters<Follower['say']> | []): void {
    this.isSent = false;
    for (const button of this.form.querySelectorAll<HTMLElement>('[aria-busy=true]')) busy(button, false);
    const [what, look] = said;
    if (what && look) this.say(what, look);
  }

  /** @param look `vh`: only for screen readers; `note`: for all, since a press had no effect */
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
    // An unchecked box is no entry.
    const boxes = [...this.form.querySelectorAll<HTMLInputElement>('[type=checkbox]')];
    if (boxes.some(({ name, checked }) => checked !== this.known.has(name))) return true;
    return [...entriesOf(this.form)].some(
      ([name, value]) => isOfCart(name) && name !== CODE && !OWN.has(name) && value !== (this.known.get(name) ?? ''),
    );
  }

  /** Saves the entries, and runs the button's action. @throws Error if the portal cannot answer now */
  private async save(button?: HTMLButtonElement): Promise<void> {
    const before = this.total();
    const sent = new Map([...entriesOf(this.form)].filter(([name]) => isOfCart(name) && (button || name !== CODE)));
    const by = button ? [[button.name, button.value]] : [['by', 'change']];
    const body = new URLSearchParams([...sent, ...by.filter(([name]) => name !== '')]);
    const signal = AbortSignal.timeout(PATIENCE);
    const page = await readPage(await fetch(button?.formAction ?? this.form.action, { method: 'POST', body, signal }));
    const answer = page.querySelector<HTMLFormElement>('form.checkout');
    if (!answer) {
      location.replace(HOME);
      return;
    }
    const isRejected = answer.querySelector('#problem, .error') !== null;
    showAnswer(this.form, answer, isRejected ? [sent, this.known] : [sent]);
    if (button) this.again();
    const problem = document.getElementById('problem');
    // With a problem of the whole form nothing was saved: the next change saves it.
    this.known = problem?.dataset.code ? readRendered(this.form) : sent;
    if (problem && button) problem.focus();
    else if (problem?.dataset.code) this.tell(problem.querySelector('p')?.textContent ?? '', 'note');
    else if (this.total() !== before) this.say('total', 'vh');
  }
}

/** @throws Error if the portal cannot answer now: entries are sent with the next change */
async function readPage(response: Response): Promise<Document> {
  if (response.status === 429 || response.status >= 500) throw new Error(String(response.status));
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}
