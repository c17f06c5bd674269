/** Starts work only once for the same arguments, however often it is requested, such as by a page that mounts twice. */
export function once<Args extends string[], Result>(work: (...args: Args) => Promise<Result>) {
  const begun = new Map<string, Promise<Result>>()
  return (...args: Args): Promise<Result> => {
    const key = args.join(' ')
    const result = begun.get(key) ?? work(...args)
    begun.set(key, result)
    return result
  }
}
