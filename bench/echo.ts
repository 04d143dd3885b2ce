import { once } from 'node:events';
import { createServer } from 'node:http';
import express from 'express';

/** What everything is compared with: the smallest JSON endpoint express can serve. */
const app = express();
app.use(express.json());
app.post('/echo', (request, response) => {
  response.json(request.body);
});

const server = createServer(app);
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
if (typeof address === 'object' && address) process.stdout.write(`listening http://127.0.0.1:${address.port}\n`);
process.once('SIGTERM', () => process.exit(0));
