/** @throws when the file cannot be read any more: browsers do not read one that was changed after it was chosen */
export async function readBytes(blob: Blob): Promise<ArrayBuffer> {
  try {
    return await blob.arrayBuffer()
  } catch (error) {
    throw new Error('The file was changed or moved after it was chosen. Choose it again.', { cause: error })
  }
}

/** To a request, a file that cannot be read any more looks like a network that is down. @throws as readBytes does */
export async function expectReadable(file: File): Promise<void> {
  await readBytes(file.slice(0, 1))
}
