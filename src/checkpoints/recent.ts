/**
 * True within `span` milliseconds after `at`. False if `at` is in the future because the clock was set back: that must
 * not delay anything.
 */
export function isRecent(at: number, now: number, span: number): boolean {
  return now >= at && now - at < span;
}
