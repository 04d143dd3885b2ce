import { runChallenge } from './challenge.js';
import { followForm } from './follow-form.js';
import { showBrokenPictures } from './pictures.js';
import { lookAgain, showLocalTimes } from './waiting.js';

/** Additions to the buyer's pages where scripts run. Everything works without them. */

showBrokenPictures();
showLocalTimes();
lookAgain();
followForm();
runChallenge();
document.querySelector('[data-print]')?.addEventListener('click', () => window.print());
document.getElementById('problem')?.focus();
