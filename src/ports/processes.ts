/** How the files of a process do not fit those of another one on the same database (docs/scaling.md, Several portals). */
export interface FileDifference {
  /**
   * `media_differs`: the folder of pictures is another one. `log_signed_differs`: two processes on one machine have two files of
   * what was signed. `log_signed_shared`: two machines have the same one. `log_key_differs`: the key of the logs is not here.
   */
  readonly code: 'media_differs' | 'log_signed_differs' | 'log_signed_shared' | 'log_key_differs';
  /** Where the other process runs; absent where it is not about one. */
  readonly host?: string;
  /** What is not as it should be, in a sentence without a full stop. */
  readonly text: string;
  /** What to do, in a sentence without a full stop. */
  readonly fix: string;
}

/** The processes on a database that several machines may use. */
export interface Processes {
  /**
   * From now on this process is known to the others. `media`: the mark of its folder of pictures (`Media.mark`).
   * @throws Error when the file of what was signed cannot be used
   */
  join(media: string | null): Promise<void>;
  /** Tells the others that this process still runs; to be called every few seconds. */
  seen(): Promise<void>;
  /** It ends. */
  leave(): Promise<void>;
  /** How its files do not fit those of others that run now. `media` undefined: the folder of pictures is not compared. */
  differences(media: string | null | undefined): Promise<readonly FileDifference[]>;
}
