/** A platform as a receiver of events: it is known by the deployment that it bought in and by the URL of its profile. */
export interface PlatformReceiver {
  readonly deployment_id: string;
  readonly profile: string;
}

const BETWEEN = ':';

/** Says whom it means, so that no row has to be found for it. */
export function platformReceiverId({ deployment_id, profile }: PlatformReceiver): string {
  return `${deployment_id}${BETWEEN}${profile}`;
}

/** Undefined = it is the id of another kind of receiver. */
export function platformReceiver(id: string): PlatformReceiver | undefined {
  const end = id.indexOf(BETWEEN);
  return end < 0 ? undefined : { deployment_id: id.slice(0, end), profile: id.slice(end + 1) };
}
