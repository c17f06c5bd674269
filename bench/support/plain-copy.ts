import { execFileSync } from 'node:child_process'

/** cp + fsync + sha256sum, which uploads are compared with. */
export function copyPlainly(file: string): void {
  const copy = `${file}.copy`
  execFileSync('cp', ['--reflink=never', file, copy])
  execFileSync('sync', [copy])
  execFileSync('sha256sum', [copy])
  execFileSync('rm', [copy])
}
