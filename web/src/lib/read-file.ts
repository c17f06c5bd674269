/**
 * @throws when the file cannot be read, because browsers do not read one that was changed after it was chosen, and hand
 * over a dropped folder as a file
 */
export async function readBytes(blob: Blob): Promise<ArrayBuffer> {
  try {
    return await blob.arrayBuffer()
  } catch (error) {
    throw new Error(
      'This can’t be read. If it’s a folder, choose the file in it. If the file has changed, choose it again.',
      { cause: error },
    )
  }
}

/** Throws like readBytes if a file cannot be read. Otherwise the request would fail as if the network were down. */
export async function expectReadable(file: File): Promise<void> {
  await readBytes(file.slice(0, 1))
}
