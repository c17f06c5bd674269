import { existsSync } from 'node:fs'
import path from 'node:path'

/** Debian installs it in a folder that is only on root's PATH. */
export function findNginx(): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin']
  return folders.map((folder) => path.join(folder, 'nginx')).find((file) => existsSync(file))
}
