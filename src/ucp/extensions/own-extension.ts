/**
 * An extension defined by the portal. Its name begins with the reversed host that serves its schema (UCP, Authority
 * Binding).
 */
export interface OwnExtension {
  /** Name without the reversed host. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** YYYY-MM-DD. Must change whenever the schema changes, since the content at a schema's URL is immutable. */
  readonly version: string;
  /** JSON Schema added to each extended capability. */
  readonly adds: Readonly<Record<string, object>>;
  /** Definitions that `adds` refers to. */
  readonly definitions: Readonly<Record<string, object>>;
}

/** Schema of a text. */
export const text = (description: string) => ({ type: 'string', description });

export const url = (description: string) => ({ type: 'string', format: 'uri', description });
