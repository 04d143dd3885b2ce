import { request } from 'node:http';

/**
 * Asks a portal for its health on a new connection each time, until stdin ends; then prints how often each status came, and the longest
 * wait in milliseconds, with the time when it began. A process of its own, since the one that makes the load is busy.
 */
const [, , url] = process.argv;
const found = { statuses: {}, longest: 0, at: 0 };
const start = performance.now();
let stopping = false;
process.stdin.on('end', () => {
  stopping = true;
});
process.stdin.resume();

function asked() {
  const began = performance.now();
  return new Promise((resolve) => {
    const end = (status) => {
      found.statuses[status] = (found.statuses[status] ?? 0) + 1;
      const took = performance.now() - began;
      if (took > found.longest) [found.longest, found.at] = [took, began - start];
      resolve();
    };
    request(`${url}/healthz`, { agent: false }, (response) => {
      response.on('end', () => end(response.statusCode)).resume();
    })
      .on('error', ({ code }) => end(code))
      .end();
  });
}

while (!stopping) {
  await asked();
  await new Promise((resolve) => setTimeout(resolve, 50));
}
process.stdout.write(JSON.stringify(found));
