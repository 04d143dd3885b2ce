import type { Log } from '../log.js';
import type { Media, Processes } from '../ports.js';

/** Announces this process to the others on its database, and logs differences between their files. */
export async function announce(processes: Processes | undefined, media: Media, log: Log): Promise<void> {
  if (!processes) return;
  const mark = await media.mark();
  await processes.join(mark);
  for (const { code, text: _text, ...fields } of await processes.differences(mark)) log.warn(code, fields);
}
