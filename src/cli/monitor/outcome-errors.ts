/** Proof of a log's misbehavior, as a sentence. */
export class MonitorFault extends Error {
  override readonly name = 'MonitorFault';
}

/** The log could not be read this time; proves nothing about the log. */
export class MonitorMiss extends Error {
  override readonly name = 'MonitorMiss';
}
