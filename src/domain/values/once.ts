/** Wraps a function so that it runs when its result is first wanted, and once. */
export function once<Made>(make: () => Made): () => Made {
  let known: { readonly made: Made } | undefined;
  return () => {
    known ??= { made: make() };
    return known.made;
  };
}
