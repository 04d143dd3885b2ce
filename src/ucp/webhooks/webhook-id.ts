/** The event id sent to platforms: the UUID alone, without the portal's prefix. */
export function webhookId(event_id: string): string {
  return event_id.slice(event_id.indexOf('_') + 1);
}
