type Sizes = { sizeBytes: number; partSizeBytes: number }

/** The number of parts of a file. An empty file has one part. */
export const partCount = ({ sizeBytes, partSizeBytes }: Sizes): number =>
  Math.max(1, Math.ceil(sizeBytes / partSizeBytes))

/** The bytes of a file that a part holds. Part numbers start at 1. */
export function partPlace({ sizeBytes, partSizeBytes }: Sizes, partNumber: number) {
  const offset = Math.min((partNumber - 1) * partSizeBytes, sizeBytes)
  return { offset, sizeBytes: Math.min(partSizeBytes, sizeBytes - offset) }
}
