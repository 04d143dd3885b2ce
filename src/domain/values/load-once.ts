/** Something that is loaded when it is first needed. */
export interface LoadedOnce<T> {
  /** Loads it, unless it is loaded or being loaded. After a failure the next call tries again. */
  get(): Promise<T>;
  /** Waits for it if it is loaded or being loaded; else returns `undefined`. */
  ifLoaded(): Promise<T | undefined>;
}

export function loadOnce<T>(load: () => Promise<T>): LoadedOnce<T> {
  let loading: Promise<T> | undefined;
  return {
    get() {
      loading ??= load().catch((error: unknown) => {
        loading = undefined;
        throw error;
      });
      return loading;
    },
    ifLoaded: async () => loading,
  };
}
