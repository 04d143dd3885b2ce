import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

/**
 * Sends the requests in its first argument (JSON) in turn, each on a new connection from one address, until stdin ends.
 * Then prints the number of outcomes by status or error code, and the waits in milliseconds. Runs as a separate
 * process, since the process that makes the load is busy.
 */
const { url, from, every, requests } = JSON.parse(process.argv[2] ?? '');
const agent = new Agent({ keepAlive: false, localAddress: from });
const found = { statuses: {}, waits: [], longest: 0, at: 0 };
const start = performance.now();
let stopping = false;
void text(process.stdin).then(() => {
  stopping = true;
});

function ask({ method = 'GET', path, headers = {}, body }) {
  const began = performance.now();
  return new Promise((resolve) => {
    const end = (status) => {
      found.statuses[status] = (found.statuses[status] ?? 0) + 1;
      const took = performance.now() - began;
      found.waits.push(Math.round(took * 10) / 10);
      if (took > found.longest) [found.longest, found.at] = [took, began - start];
      resolve();
    };
    request(`${url}${path}`, { agent, method, headers }, (response) => {
      response.on('end', () => end(response.statusCode)).resume();
    })
      .on('error', ({ code }) => end(code))
      .end(body);
  });
}

for (let turn = 0; !stopping; turn += 1) {
  await ask(requests[turn % requests.length]);
  await new Promise((resolve) => setTimeout(resolve, every));
}
process.stdout.write(JSON.stringify(found));
