/** The items in batches, because a statement has a limited number of parameters and a transaction should be short. */
export function* batchesOf<Item>(items: readonly Item[], most: number): Generator<Item[], void> {
  for (let from = 0; from < items.length; from += most) yield items.slice(from, from + most)
}
