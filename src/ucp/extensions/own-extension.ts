/** An extension of the portal's own. Its schema is served by the portal, at the host that its name begins with (UCP, Authority Binding). */
export interface OwnExtension {
  /** Its name without the reversed host. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** YYYY-MM-DD. Another schema gets another one: what is at the URL of a schema never changes. */
  readonly version: string;
  /** What it adds to each capability that it extends, as JSON Schema. */
  readonly adds: Readonly<Record<string, object>>;
  /** What these refer to. */
  readonly definitions: Readonly<Record<string, object>>;
}

/** A text that says what it is for. */
export const text = (description: string) => ({ type: 'string', description });

export const url = (description: string) => ({ type: 'string', format: 'uri', description });
