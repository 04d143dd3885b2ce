/** Tells when no button of the page is being pressed. */

let pressing: Promise<void> = Promise.resolve();
let endPress = () => {};

/** Starts to follow presses of buttons. */
export function followPresses(): void {
  addEventListener('pointerdown', ({ target }) => beginPress(target));
  addEventListener('keydown', ({ key, repeat, target }) => key === ' ' && !repeat && beginPress(target));
  // The click follows the release in the same task. A window that has lost the focus may not see the release.
  for (const event of ['pointerup', 'pointercancel', 'blur']) addEventListener(event, () => setTimeout(endPress));
  addEventListener('keyup', ({ key }) => key === ' ' && setTimeout(endPress));
}

function beginPress(target: EventTarget | null): void {
  if (!(target instanceof Element && target.closest('button'))) return;
  endPress();
  pressing = new Promise((resolve) => {
    endPress = resolve;
  });
}

/** Resolves at once, or, while a button is held down, after the click that ends the press. */
export function waitForRelease(): Promise<void> {
  return pressing;
}
