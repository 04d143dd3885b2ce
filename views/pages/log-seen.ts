/** A state of a log that this browser saw. */
interface Seen {
  readonly size: number;
  readonly root: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/**
 * Compares each log of the page with its state at the last visit, shows the outcome, and remembers the present state. A
 * log that shrank or was changed is not remembered, so that the warning stays.
 */
export function compareLogs(): void {
  for (const part of document.querySelectorAll<HTMLElement>('[data-seen-log]')) {
    const key = `log ${part.dataset.seenLog}`;
    const now: Seen = { size: Number(part.dataset.size), root: part.dataset.root ?? '', at: Date.now() };
    const before = recall(key);
    const outcome = compare(now, before);
    if (outcome !== 'shrunk' && outcome !== 'forked') remember(key, now);
    show(part, outcome, now, before ?? now);
  }
}

function compare(now: Seen, before: Seen | undefined) {
  if (!before) return 'first';
  if (now.size < before.size) return 'shrunk';
  if (now.size > before.size) return 'grown';
  return now.root === before.root ? 'same' : 'forked';
}

function show(part: HTMLElement, outcome: string, now: Seen, before: Seen): void {
  const text = part.querySelector<HTMLElement>(`[data-outcome="${outcome}"]`);
  if (!text) return;
  const { lang } = document.documentElement;
  const number = new Intl.NumberFormat(lang);
  const date = new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short' }).format(before.at);
  text.textContent = (text.textContent ?? '')
    .replace('{now}', number.format(now.size))
    .replace('{before}', number.format(before.size))
    .replace('{added}', number.format(now.size - before.size))
    .replace('{date}', date);
  text.hidden = false;
}

/** Reads a state; `undefined` if there is none or the browser stores nothing. */
function recall(key: string): Seen | undefined {
  try {
    const { size, root, at } = JSON.parse(localStorage.getItem(key) ?? '{}');
    return typeof size === 'number' && typeof root === 'string' && typeof at === 'number'
      ? { size, root, at }
      : undefined;
  } catch {
    return undefined;
  }
}

function remember(key: string, seen: Seen): void {
  try {
    localStorage.setItem(key, JSON.stringify(seen));
  } catch {
    // Private windows and full stores: the page works without a memory.
  }
}
