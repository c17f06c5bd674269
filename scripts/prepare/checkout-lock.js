import { randomBytes } from 'node:crypto'
import { appendFileSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { identify, isAlive } from './process-identity.js'

const pollMs = 150

/**
 * Waits until no other process prepares this checkout.
 *
 * Lamport's bakery with files: everybody draws a number and the lowest living one goes first. File names are never
 * used twice, so clearing away what a killed process left can hit nobody else, which a single lock file cannot promise.
 */
export async function takeTurn(directory) {
  mkdirSync(directory, { recursive: true })
  const name = `${process.pid}-${randomBytes(6).toString('hex')}`
  const drawing = join(directory, `drawing-${name}`)
  writeWhole(drawing, identify(process.pid))
  const number = 1 + Math.max(0, ...livingTickets(directory).map((ticket) => ticket.number))
  const file = join(directory, ticketName(number, name))
  writeWhole(file, identify(process.pid))
  rmSync(drawing)
  const end = () => rmSync(file, { force: true })
  process.once('exit', end)

  let told = false
  for (;;) {
    const ahead = whoIsAhead(directory, ticketName(number, name))
    if (!ahead) break
    if (!told) console.log(`Waiting for another command that prepares this checkout (process ${ahead.pid}) ...`)
    told = true
    await sleep(pollMs)
  }
  return {
    end,
    /** A started program counts as part of the turn: it may outlive this process when that is killed. */
    includeChild: (pid) => appendFileSync(file, `\n${identify(pid)}`),
  }
}

function ticketName(number, name) {
  return `ticket-${String(number).padStart(9, '0')}-${name}`
}

function whoIsAhead(directory, ownTicket) {
  // Somebody who is still drawing may get the same number as ours and a name that sorts before it.
  const stillDrawing = living(directory, 'drawing-')[0]
  if (stillDrawing) return stillDrawing
  return living(directory, 'ticket-').find((ticket) => ticket.file < ownTicket)
}

function livingTickets(directory) {
  return living(directory, 'ticket-').map(({ file }) => ({ number: Number(file.split('-')[1]) }))
}

function living(directory, prefix) {
  const found = []
  for (const file of readdirSync(directory).sort()) {
    if (!file.startsWith(prefix)) continue
    const identities = readLines(join(directory, file))
    if (identities.some(isAlive)) found.push({ file, pid: identities[0].split(' ')[0] })
    else rmSync(join(directory, file), { force: true })
  }
  return found
}

function readLines(path) {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch (error) {
    if (error.code === 'ENOENT') return []
    throw error
  }
}

// A reader must never see a file without its content: it would take the owner for dead.
function writeWhole(path, text) {
  const unfinished = path.replace(/([^/\\]+)$/, '.$1')
  writeFileSync(unfinished, text)
  renameSync(unfinished, path)
}
