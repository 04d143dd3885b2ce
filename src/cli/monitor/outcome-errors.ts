/** Thrown when a log provably misbehaved; the message says what was found. */
export class MonitorFault extends Error {
  override readonly name = 'MonitorFault';
}

/** Thrown when the log could not be read this time, which proves nothing about it. */
export class MonitorMiss extends Error {
  override readonly name = 'MonitorMiss';
}
