/** Runs a function at most once, on first use. */
export function once<Made>(make: () => Made): () => Made {
  let known: { readonly made: Made } | undefined;
  return () => {
    known ??= { made: make() };
    return known.made;
  };
}
