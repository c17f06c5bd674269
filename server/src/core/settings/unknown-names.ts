/** Names that a settings file may contain for Node.js and for libraries. */
const others = /^(NODE_|AWS_|SSL_CERT_|UV_|MALLOC_|HTTPS?_PROXY$|NO_PROXY$|TZ$|LANG$|LC_|MAIL$)/

/** Which setting an unknown name was probably meant to be. */
type UnknownName = { name: string; likely: string | undefined }

/**
 * The unknown names, each with the setting that it resembles. In an environment, only names that resemble a setting are
 * reported, because the others belong to other programs.
 */
export function findUnknownNames(names: string[], known: readonly string[]): UnknownName[] {
  return names
    .filter((name) => !known.includes(name) && !others.test(name))
    .map((name) => ({ name, likely: findLikely(name, known) }))
}

export const describeUnknownName = ({ name, likely }: UnknownName): string =>
  `${name} is not a setting${likely === undefined ? '' : `: did you mean ${likely}?`}`

/** Short names resemble each other, and those of other programs such as HOME. */
const mayDiffer = (name: string) => (name.length < 8 ? 1 : 2)

function findLikely(name: string, known: readonly string[]): string | undefined {
  const upper = name.toUpperCase()
  const near = known
    .filter((each) => Math.abs(each.length - upper.length) <= mayDiffer(each))
    .map((each) => ({ each, letters: countChanges(upper, each) }))
    .filter(({ each, letters }) => letters <= mayDiffer(each))
  return near.sort((one, other) => one.letters - other.letters)[0]?.each
}

/** How many letters were added, left out, replaced or swapped with the next one. */
function countChanges(name: string, meant: string): number {
  let before: number[] = []
  let last = Array.from({ length: meant.length + 1 }, (_, index) => index)
  for (let row = 1; row <= name.length; row += 1) {
    const next = [row]
    for (let column = 1; column <= meant.length; column += 1) {
      const isSame = name[row - 1] === meant[column - 1]
      const isSwapped = row > 1 && name[row - 1] === meant[column - 2] && name[row - 2] === meant[column - 1]
      next[column] = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        ...(isSwapped ? [(before[column - 2] ?? 0) + 1] : []),
      )
    }
    before = last
    last = next
  }
  return last[meant.length] ?? 0
}
