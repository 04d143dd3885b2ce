import express from 'express';
import { listen } from './listen.js';

/** What everything is compared with: the smallest JSON endpoint express can serve. */
const app = express();
app.use(express.json());
app.post('/echo', (request, response) => {
  response.json(request.body);
});

await listen(app);
