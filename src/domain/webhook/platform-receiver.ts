/** A platform as a receiver of events, identified by the deployment it bought from and the URL of its profile. */
export interface PlatformReceiver {
  readonly deployment_id: string;
  readonly profile: string;
}

const BETWEEN = ':';

/** Encodes the receiver in its id, so that no row has to be read. */
export function platformReceiverId({ deployment_id, profile }: PlatformReceiver): string {
  return `${deployment_id}${BETWEEN}${profile}`;
}

/** Decodes the id of a platform; `undefined` for ids of other receivers. */
export function platformReceiver(id: string): PlatformReceiver | undefined {
  const end = id.indexOf(BETWEEN);
  return end < 0 ? undefined : { deployment_id: id.slice(0, end), profile: id.slice(end + 1) };
}
