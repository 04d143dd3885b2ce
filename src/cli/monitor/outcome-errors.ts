/** Proof of a log's misbehavior, as a sentence. */
export class MonitorFault extends Error {
  override readonly name = 'MonitorFault';
}

/** The log could not be read this time, which proves nothing about it. */
export class MonitorMiss extends Error {
  override readonly name = 'MonitorMiss';
}
