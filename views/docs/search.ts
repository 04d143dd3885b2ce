import { all, find } from './dom.js';

/**
 * Offers a search that shows, as the reader types, only the operations that contain all words. Other pages pass words
 * in `?q=`.
 */
export function offerSearch(): void {
  const form = find('[data-search]', HTMLFormElement);
  const input = form && find('input', HTMLInputElement, form);
  if (!form || !input) return;
  const show = () => showFound(form, input.value);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    find('[data-group]:not([hidden]) li:not([hidden]) a', HTMLElement)?.focus();
  });
  input.addEventListener('input', show);
  input.value = new URLSearchParams(location.search).get('q') ?? '';
  form.hidden = false;
  show();
}

function showFound(form: HTMLFormElement, query: string): void {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const group of all('[data-group]', HTMLElement)) {
    const entries = all('li', HTMLElement, group);
    for (const entry of entries) {
      const text = `${entry.textContent} ${entry.dataset.words ?? ''}`.toLowerCase();
      entry.hidden = !words.every((word) => text.includes(word));
    }
    const found = entries.filter((entry) => !entry.hidden).length;
    group.hidden = found === 0;
    count += found;
  }
  for (const rest of all('[data-handlers]', HTMLElement)) rest.hidden = words.length > 0;
  const status = find('[data-found]', HTMLElement, form);
  if (status) status.textContent = words.length === 0 ? '' : count === 1 ? '1 operation' : `${count} operations`;
}
