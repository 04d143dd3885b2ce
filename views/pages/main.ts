import { runChallenge } from './challenge.js';
import { followForm } from './follow-form.js';
import { compareLogs } from './log-seen.js';
import { showBrokenPictures } from './pictures.js';
import { lookAgain, showLocalTimes } from './waiting.js';

/** Additions to the buyer's pages where scripts run. Everything works without them. */

showBrokenPictures();
showLocalTimes();
lookAgain();
followForm();
runChallenge();
compareLogs();
document.querySelector('[data-print]')?.addEventListener('click', () => window.print());
document.getElementById('problem')?.focus();
