/**
 * The portal's own extension. The portal serves its schema at the host its name begins with (UCP, Authority Binding).
 */
export interface OwnExtension {
  /** Name without the reversed host. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** YYYY-MM-DD. Changes with the schema, since the content at a schema's URL never changes. */
  readonly version: string;
  /** JSON Schema added to each extended capability. */
  readonly adds: Readonly<Record<string, object>>;
  /** Definitions these refer to. */
  readonly definitions: Readonly<Record<string, object>>;
}

/** A text with a description. */
export const text = (description: string) => ({ type: 'string', description });

export const url = (description: string) => ({ type: 'string', format: 'uri', description });
