/** An email address as it is compared: case, and white space at its ends, do not matter. */
export function addressOf(email: string): string {
  return email.normalize('NFC').trim().toLowerCase();
}
