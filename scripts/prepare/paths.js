import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** An absolute path from one relative to the checkout's root. */
export function fromRoot(path) {
  return join(root, path)
}
