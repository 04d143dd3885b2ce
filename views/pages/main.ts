import { followForm } from './follow-form.js';
import { showBrokenPictures } from './pictures.js';
import { lookAgain, showLocalTimes } from './waiting.js';

/** What the buyer's pages do besides, where scripts run. Everything works without it. */

showBrokenPictures();
showLocalTimes();
lookAgain();
followForm();
document.querySelector('[data-print]')?.addEventListener('click', () => window.print());
document.getElementById('problem')?.focus();
