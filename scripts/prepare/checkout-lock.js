import { randomBytes } from 'node:crypto'
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { identify, isAlive } from './process-identity.js'

const pollMs = 150

/**
 * Waits until no other process prepares this checkout.
 *
 * The lock is a directory with one file, which is named after its owner. Names are unique, so of several processes that
 * take over from a dead owner by renaming its file only one succeeds.
 */
export async function takeCheckoutLock(directory) {
  const name = `${identify(process.pid)} ${randomBytes(6).toString('hex')}`
  const file = join(directory, name)
  let isReported = false
  while (!create(directory, name)) {
    const owner = findOwner(directory)
    if (owner && !owner.isAlive) {
      if (succeeds(() => renameSync(owner.file, file), ['ENOENT'])) break
    } else if (owner && !isReported) {
      console.log(`Waiting for another command that prepares this checkout (process ${owner.pid}) ...`)
      isReported = true
    }
    await sleep(pollMs)
  }
  const end = () => {
    rmSync(file, { force: true })
    // Another process may have replaced the empty directory with its own.
    succeeds(() => rmdirSync(directory), ['ENOENT', ...notEmpty])
  }
  process.once('exit', end)
  return {
    end,
    /** Keeps the lock while a started program runs: it may outlive this process when that is killed. */
    includeChild: (pid) => appendFileSync(file, `${identify(pid)}\n`),
  }
}

const notEmpty = ['ENOTEMPTY', 'EEXIST', 'EPERM']

/** Creates the directory with its file in one step: a rename only replaces an empty directory. */
function create(directory, name) {
  const prepared = `${directory} ${name}`
  mkdirSync(prepared)
  writeFileSync(join(prepared, name), '')
  const isCreated = succeeds(() => renameSync(prepared, directory), notEmpty)
  if (!isCreated) rmSync(prepared, { recursive: true })
  return isCreated
}

/** Undefined when the lock has just been released or taken over. */
function findOwner(directory) {
  try {
    const [name] = readdirSync(directory)
    if (!name) return undefined
    const file = join(directory, name)
    const children = readFileSync(file, 'utf8').split('\n').filter(Boolean)
    return { file, pid: name.split(' ')[0], isAlive: [name, ...children].some(isAlive) }
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

function succeeds(work, failures) {
  try {
    work()
    return true
  } catch (error) {
    if (failures.includes(error.code)) return false
    throw error
  }
}
