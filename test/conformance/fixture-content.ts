/** Content of the fixtures' responses. */

export const text = (value: string) => ({ type: 'text' as const, text: value });

/** A single red pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
/** A WAV file without samples. */
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=';

export const IMAGE = { type: 'image' as const, data: PNG, mimeType: 'image/png' };
export const AUDIO = { type: 'audio' as const, data: WAV, mimeType: 'audio/wav' };

export function embedded(uri: string, mimeType: string, content: string) {
  return { type: 'resource' as const, resource: { uri, mimeType, text: content } };
}

const STATIC = {
  'test://static-text': { mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
  'test://static-binary': { mimeType: 'image/png', blob: PNG },
  'test://watched-resource': { mimeType: 'text/plain', text: 'Watched.' },
};

export const RESOURCES = Object.entries(STATIC).map(([uri, { mimeType }]) => ({
  uri,
  name: uri.slice('test://'.length),
  description: 'A resource of the conformance suite',
  mimeType,
}));

export const TEMPLATE = {
  uriTemplate: 'test://template/{id}/data',
  name: 'template',
  description: 'A template of the conformance suite',
  mimeType: 'application/json',
};

/** Contents of a resource; `undefined` if no resource has this URI. */
export function contentsOf(uri: string) {
  const fixed = Object.entries(STATIC).find(([name]) => name === uri)?.[1];
  if (fixed) return { uri, ...fixed };
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id === undefined) return undefined;
  const body = { id, templateTest: true, data: `Data for ID: ${id}` };
  return { uri, mimeType: 'application/json', text: JSON.stringify(body) };
}
