import { type Measured, startEchoServer } from './processes.js';
import { type Round, round } from './rounds.js';

/** Request body of typical size for a small call. */
const ECHOED = {
  line_items: [{ item: { id: 'enamel-mug' }, quantity: 2, properties: [{ name: 'color', value: 'blue' }] }],
  note: 'the body of a small call, about 160 bytes',
};
const ECHO_COUNT = 3_000;
/** Requests until V8 has compiled the echo: the first ones take twice as long, which would flatter the portal. */
const WARM_COUNT = 5_000;
const WARM_CONNECTIONS = 16;

/** Starts the bare express echo, and warms it. */
export async function startEcho(): Promise<Measured> {
  const echo = await startEchoServer();
  await echoes(echo, WARM_CONNECTIONS, WARM_COUNT);
  return echo;
}

export function echoRound(echo: Measured, connections: number, scale = 1): Promise<Round> {
  return echoes(echo, connections, ECHO_COUNT * scale);
}

function echoes(echo: Measured, connections: number, count: number): Promise<Round> {
  return round(echo, connections, count, (client) => client.run({ method: 'POST', path: '/echo', body: ECHOED }));
}
