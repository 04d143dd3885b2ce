/** Milliseconds between two checks of a payment in progress; each pause is longer than the previous one. */
const FIRST = 2_000;
const LONGEST = 15_000;

/** Checks again while a payment is in progress, and reloads the page once it has ended. */
export function lookAgain(wait = FIRST): void {
  if (!document.querySelector('[data-again]')) return;
  setTimeout(async () => {
    const response = await fetch(location.href, { headers: { accept: 'text/html' } }).catch(() => undefined);
    const text = response?.ok ? await response.text() : '';
    if (text === '' || text.includes('data-again')) lookAgain(Math.min(wait * 1.5, LONGEST));
    else location.reload();
  }, wait);
}

/** Converts times from the shop's time zone to the reader's. */
export function showLocalTimes(): void {
  const format = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' });
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-local]')) {
    time.title = time.textContent ?? '';
    time.textContent = format.format(new Date(time.dateTime));
  }
}
