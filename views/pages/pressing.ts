/** Tells when no button of the page is being pressed. */

let pressing: Promise<void> = Promise.resolve();

/** Starts to follow presses of buttons. */
export function followPresses(): void {
  addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Element && target.closest('button')) pressing = untilReleased();
  });
}

/** Resolves at once, or, while a button is held down, after the click that ends the press. */
export function settledPress(): Promise<void> {
  return pressing;
}

function untilReleased(): Promise<void> {
  return new Promise((resolve) => {
    // The click follows the release in the same task. A release outside the window is not seen.
    for (const event of ['pointerup', 'pointercancel', 'blur'])
      addEventListener(event, () => setTimeout(resolve), { once: true });
  });
}
