/** Whether less than `span` has passed since `at`. No when the clock was set back meanwhile: that must not hold anything up. Milliseconds. */
export function isRecent(at: number, now: number, span: number): boolean {
  return now >= at && now - at < span;
}
