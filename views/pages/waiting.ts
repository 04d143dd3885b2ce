/** Milliseconds between two looks at a payment that is under way; each is longer than the one before. */
const FIRST = 2_000;
const LONGEST = 15_000;

/** Looks again while a payment is under way, and shows the page as it is then. */
export function lookAgain(wait = FIRST): void {
  if (!document.querySelector('[data-again]')) return;
  setTimeout(async () => {
    const response = await fetch(location.href, { headers: { accept: 'text/html' } }).catch(() => undefined);
    const text = response?.ok ? await response.text() : '';
    if (text === '' || text.includes('data-again')) lookAgain(Math.min(wait * 1.5, LONGEST));
    else location.reload();
  }, wait);
}

/** Times are written in the shop's zone; here they are written in the reader's. */
export function showLocalTimes(): void {
  const format = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' });
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-local]')) {
    time.title = time.textContent ?? '';
    time.textContent = format.format(new Date(time.dateTime));
  }
}
