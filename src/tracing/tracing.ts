/** Attributes of a span: names, codes and numbers. Never a key, an id, personal data or a whole URL. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

export interface Span {
  set(attributes: Attributes): void;
}

/** Surface of a call. */
export type Transport = 'http' | 'mcp' | 'stdio' | 'pages' | 'ucp';

/** The trace context in a request's headers (W3C Trace Context). */
export interface Carrier {
  readonly traceparent?: string | string[] | undefined;
  readonly tracestate?: string | string[] | undefined;
}

/** Traces of what a process does, where they are asked for. */
export interface Tracing {
  /** Runs a work inside a span, which is a child of the one that is open. It says how the work ended, and not with which message. */
  span<R>(name: string, attributes: Attributes, work: (span: Span) => Promise<R>): Promise<R>;
  /** A span of its own that ends now and took so many milliseconds. */
  ended(name: string, attributes: Attributes, milliseconds: number): void;
  /** Runs what answers a request, as a part of its caller's trace. */
  within<R>(carrier: Carrier, transport: Transport, work: () => R): R;
  /** The span of the present request. */
  transport(): Transport;
  /** Sends what is left. */
  close(): Promise<void>;
}
