/** Milliseconds between two checks of a payment in progress; each pause is longer than the previous one. */
const FIRST = 2_000;
const LONGEST = 15_000;

/** Checks again while a payment is in progress. */
export function lookAgain(wait = FIRST): void {
  if (!document.querySelector('[data-again]')) return;
  setTimeout(async () => {
    await lookNow();
    lookAgain(Math.min(wait * 1.5, LONGEST));
  }, wait);
}

/** Reloads the page if the payment has ended, or waits for other work of the buyer than the page shows. */
export async function lookNow(): Promise<void> {
  const response = await fetch(location.href, { headers: { accept: 'text/html' } }).catch(() => undefined);
  const text = response?.ok ? await response.text().catch(() => '') : '';
  if (text === '') return;
  const now = new DOMParser().parseFromString(text, 'text/html');
  if (waitsFor(now) !== waitsFor(document)) location.reload();
}

function waitsFor(page: Document): string | undefined {
  return page.querySelector<HTMLElement>('[data-again]')?.dataset.again;
}

/** Converts times from the shop's time zone to the reader's. */
export function showLocalTimes(): void {
  const format = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' });
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-local]')) {
    time.title = time.textContent ?? '';
    time.textContent = format.format(new Date(time.dateTime));
  }
}
