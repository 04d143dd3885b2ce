import express from 'express';
import { listen } from './listen.js';

/** Baseline of all figures: the smallest JSON endpoint that express can serve. */
const app = express();
app.use(express.json());
app.post('/echo', (request, response) => {
  response.json(request.body);
});

await listen(app);
