import { isRecord, isText } from './values.js';

/** Maximum length of a shop's handler ids, in characters. */
const MAX_ID = 64;
/** Maximum length of a name that buyers see, in characters. */
const MAX_NAME = 100;

/**
 * Yields a sentence for each problem of a handler's description and schemas. Schemas are served at paths of the handler
 * alone, so that no two handlers have the same path.
 */
export function* descriptionProblems(description: unknown, schemas: unknown): Generator<string> {
  if (!isRecord(description)) {
    yield 'description must be an object';
    return;
  }
  const { id, name, version, spec, config } = description;
  if (!isId(id)) yield `description.id must be 1 to ${MAX_ID} characters of a-z, 0-9 and _, and begin with a letter`;
  if (!isText(name, MAX_NAME)) yield `description.name must be a text of 1 to ${MAX_NAME} characters`;
  if (typeof version !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(version))
    yield 'description.version must be a date such as "2026-04-08"';
  if (typeof spec !== 'string' || !/^(\/|https:\/\/)/.test(spec))
    yield 'description.spec must be a path on the portal, or an https URL';
  if (!isRecord(config) || !isJson(config)) yield 'description.config must be an object that JSON can represent';
  yield* schemaProblems(description, schemas);
}

function* schemaProblems(description: Readonly<Record<string, unknown>>, schemas: unknown): Generator<string> {
  const { id, config_schema, instrument_schemas } = description;
  const base = `/payment-handlers/${id}/`;
  const known = isRecord(schemas) ? schemas : {};
  if (!isRecord(schemas)) yield 'schemas must be an object of JSON Schemas by their path';
  for (const [path, schema] of Object.entries(known)) {
    if (isId(id) && !(path.startsWith(base) && /^[\w.-]+$/.test(path.slice(base.length))))
      yield `schemas[${JSON.stringify(path)}]: the path must be "${base}", followed by a file name`;
    if (!isRecord(schema) || !isJson(schema))
      yield `schemas[${JSON.stringify(path)}] must be a JSON Schema, as an object`;
  }
  if (!Array.isArray(instrument_schemas)) yield 'description.instrument_schemas must be an array of paths';
  const named: readonly unknown[] = Array.isArray(instrument_schemas) ? instrument_schemas : [];
  for (const [member, path] of [
    ['config_schema', config_schema],
    ...named.map((path, index) => [`instrument_schemas[${index}]`, path]),
  ]) {
    if (typeof path !== 'string') yield `description.${member} must be a path`;
    else if (!Object.hasOwn(known, path)) yield `description.${member}: schemas must have a schema for "${path}"`;
  }
}

function isId(id: unknown): id is string {
  return isText(id, MAX_ID) && /^[a-z][a-z0-9_]*$/.test(id);
}

function isJson(value: object): boolean {
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
}
