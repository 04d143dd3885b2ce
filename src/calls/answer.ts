/** Response of an operation. Agents may get a shorter body (`AgentAnswer`), and HTTP clients another (`httpBody`). */
export interface Answer<Body, HttpBody = never> {
  readonly body: Body;
  /** Body for HTTP where the API document specifies another form (variant B). */
  readonly httpBody?: HttpBody;
  /** Version of the checkout or order in the response, for the ETag. */
  readonly version?: number;
}

/** A response whose bodies are made when they are read, since most calls need only one of them. */
export class LazyAnswer<Body, HttpBody> implements Answer<Body, HttpBody> {
  readonly version: number;
  private readonly makeBody: () => Body;
  private readonly makeHttpBody: () => HttpBody;

  constructor(version: number, makeBody: () => Body, makeHttpBody: () => HttpBody) {
    this.version = version;
    this.makeBody = makeBody;
    this.makeHttpBody = makeHttpBody;
  }

  get body(): Body {
    return this.makeBody();
  }

  get httpBody(): HttpBody {
    return this.makeHttpBody();
  }

  /** Form in which it is stored for repeats. */
  toJSON(): Answer<Body, HttpBody> {
    const { body, httpBody, version } = this;
    return { body, httpBody, version };
  }
}

/** Response of any operation. */
export type AnyAnswer = Answer<unknown, unknown>;
