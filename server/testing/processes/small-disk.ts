import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { isNoSpace } from '../../src/core/disk/no-space.ts'

export type SmallDisk = {
  /**
   * A data directory on it. Its model files are elsewhere, because their storage reserves more space than this disk
   * has.
   */
  dataDir: string
  /** From now on no process can write. @param pid the process whose writes count */
  fill(pid: number): void
  freeSpace(pid: number): void
  /** Runs a program while the disk is full. */
  runFull(program: string, args: string[], env: NodeJS.ProcessEnv): { status: number | null; stderr: string }
}

const sizeMib = 16
const limitBytes = 4096

/** A separate small file system; if none can be mounted, a folder with limited files. */
export const makeSmallDisk = (): SmallDisk => (mayMount() ? mountDisk() : makeLimitedDisk())

/** A folder on a separate small file system, for tests that have to tell one disk from another. Only where `mayMount()`. */
export function mountSmallFolder(): { folder: string; fill(): void; freeSpace(): void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-disk-'))
  if (!mount(folder)) throw new Error('The small file system could not be mounted')
  onTestFinished(() => {
    // A test that failed may have left a file open.
    spawnSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true, force: true })
  })
  return { folder, ...fillerIn(folder) }
}

export function mayMount(): boolean {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-mount-'))
  const isMounted = mount(folder)
  if (isMounted) spawnSync('umount', [folder])
  rmSync(folder, { recursive: true })
  return isMounted
}

function mount(folder: string): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMib}m`, 'tmpfs', folder]).status === 0
}

function mountDisk(): SmallDisk {
  const { folder, dataDir } = makeFolders({ isMounted: true })
  const { fill, freeSpace } = fillerIn(folder)
  return {
    dataDir,
    fill,
    freeSpace,
    runFull(program, args, env) {
      fill()
      const ended = spawnSync(program, args, { encoding: 'utf8', env })
      freeSpace()
      return ended
    },
  }
}

function fillerIn(folder: string) {
  const filler = path.join(folder, 'filler')
  return {
    fill() {
      // A whole piece may not fit where a part of it does.
      for (const bytes of [2 ** 20, 4096]) {
        try {
          for (;;) writeFileSync(filler, Buffer.alloc(bytes), { flag: 'a' })
        } catch (error) {
          if (!isNoSpace(error)) throw error
        }
      }
    },
    freeSpace: () => rmSync(filler),
  }
}

/** A folder whose writers may not create large files, which has the same effect as a full disk. */
export function makeLimitedDisk(): SmallDisk {
  const limit = (pid: number, bytes: string) => execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`])
  return {
    dataDir: makeFolders({ isMounted: false }).dataDir,
    fill: (pid) => limit(pid, String(limitBytes)),
    freeSpace: (pid) => limit(pid, 'unlimited'),
    runFull: (program, args, env) =>
      spawnSync('prlimit', [`--fsize=${limitBytes}:`, program, ...args], { encoding: 'utf8', env }),
  }
}

function makeFolders({ isMounted }: { isMounted: boolean }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-disk-'))
  const files = mkdtempSync(path.join(tmpdir(), 'console-files-'))
  if (isMounted && !mount(folder)) throw new Error('The small file system could not be mounted')
  onTestFinished(() => {
    if (isMounted) spawnSync('umount', [folder])
    for (const each of [folder, files]) rmSync(each, { recursive: true, force: true })
  })
  const dataDir = path.join(folder, 'data')
  mkdirSync(dataDir)
  symlinkSync(files, path.join(dataDir, 'files'))
  return { folder, dataDir }
}
