/** Hides a picture that does not load, so that the letter behind it shows. */
export function showBrokenPictures(): void {
  const hide = (target: EventTarget | null) => {
    if (target instanceof HTMLImageElement) target.classList.add('broken');
  };
  document.addEventListener('error', ({ target }) => hide(target), { capture: true });
  for (const image of document.images) if (image.complete && image.naturalWidth === 0) hide(image);
}
