/** What the log shows that no honest log shows, as a sentence. */
export class MonitorFault extends Error {
  override readonly name = 'MonitorFault';
}

/** The log could not be read this time, as a sentence; it says nothing about the log. */
export class MonitorMiss extends Error {
  override readonly name = 'MonitorMiss';
}
