import { otelTracing } from './otel.js';
import type { Tracing } from './tracing.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Optional packages, installed only for tracing (package.json, peerDependencies). */
const PACKAGES = [
  '@opentelemetry/api',
  '@opentelemetry/sdk-trace-node',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
];

/**
 * Opens tracing if OpenTelemetry's standard variables enable it; otherwise returns `undefined` and does not load the
 * packages.
 * @throws Error if tracing is enabled and a package is not installed
 */
export async function openTracing(env: Environment): Promise<Tracing | undefined> {
  if (!isAskedFor(env)) return undefined;
  try {
    return await otelTracing();
  } catch (error) {
    if (!isMissingPackage(error)) throw error;
    throw new Error(
      `OTEL_EXPORTER_OTLP_ENDPOINT asks for traces, and their packages are not installed: npm install ${PACKAGES.join(' ')} beside the portal, or set OTEL_SDK_DISABLED=true`,
    );
  }
}

/** True if the variables of the OpenTelemetry specification enable traces and set an endpoint for them. */
function isAskedFor(env: Environment): boolean {
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, OTEL_SDK_DISABLED, OTEL_TRACES_EXPORTER } =
    env;
  const isOff = OTEL_SDK_DISABLED?.toLowerCase() === 'true' || OTEL_TRACES_EXPORTER === 'none';
  return !isOff && Boolean(OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || OTEL_EXPORTER_OTLP_ENDPOINT);
}

function isMissingPackage(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
}
