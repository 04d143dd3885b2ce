import { all, create, find } from './dom.js';

/** Gives each example a copy button, if the browser lets pages copy. */
export function offerCopies(): void {
  if (!navigator.clipboard) return;
  for (const block of all('.block', HTMLElement)) {
    const caption = find('.caption', HTMLElement, block);
    const code = find('.code', HTMLElement, block);
    if (!caption || !code) continue;
    const button = create('button', { type: 'button', className: 'copy', textContent: 'Copy' });
    button.ariaLabel = `Copy: ${caption.textContent}`;
    button.addEventListener('click', () => {
      navigator.clipboard.writeText(code.textContent ?? '').then(
        () => tell(button, 'Copied'),
        () => tell(button, 'Select it and copy'),
      );
    });
    caption.append(button);
  }
}

function tell(button: HTMLButtonElement, text: string): void {
  button.textContent = text;
  button.ariaLabel = null;
}
