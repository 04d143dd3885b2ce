/**
 * True within `span` milliseconds after `at`. False if the clock was set back since then, which must not delay
 * anything.
 */
export function isRecent(at: number, now: number, span: number): boolean {
  return now >= at && now - at < span;
}
