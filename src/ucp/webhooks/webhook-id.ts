/** The id of an event as UCP has it: a UUID without the prefix of the portal's ids. */
export function webhookId(event_id: string): string {
  return event_id.slice(event_id.indexOf('_') + 1);
}
