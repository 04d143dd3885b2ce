/** Present on a checkout that staff prepared for a buyer, who pays it by a link. */
export interface Draft {
  /** Id of the staff member or API key that prepared it. */
  readonly by: string;
  /** Text for the merchant alone, which becomes the note on the order. */
  readonly note?: string;
  /** Time at which somebody last had the link mailed, in milliseconds since the epoch. */
  readonly mailed_at: number;
}
