type Sizes = { sizeBytes: number; partSizeBytes: number }

/** In how many parts a file is sent. An empty one still has one part. */
export const partCount = ({ sizeBytes, partSizeBytes }: Sizes): number =>
  Math.max(1, Math.ceil(sizeBytes / partSizeBytes))

/** Which bytes of its file a part holds; numbers start at 1. */
export function partPlace({ sizeBytes, partSizeBytes }: Sizes, partNumber: number) {
  const offset = Math.min((partNumber - 1) * partSizeBytes, sizeBytes)
  return { offset, sizeBytes: Math.min(partSizeBytes, sizeBytes - offset) }
}
