// This file is plain JavaScript and uses only built-in modules; see launch.js.
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/**
 * Rejects root where the data belongs to another user, because that user's server could not read what root writes. The
 * check runs before anything else is loaded, because Node.js itself would write its cache.
 *
 * @param {string[]} typed the arguments of bin/console
 * @param {string} root the folder of the console
 * @throws {Error} why root may not run this, with the command to use
 */
export function rejectForeignData(typed, root) {
  if (process.geteuid?.() !== 0) return
  const dataDir = path.resolve(root, process.env.DATA_DIR || 'data')
  const proof = path.resolve(root, process.env.AUDIT_PROOF_DIR || path.join(dataDir, 'audit-proof'))
  for (const place of [dataDir, path.join(dataDir, 'console.db'), proof]) {
    const owner = ownerOf(place)
    if (owner !== 0) throw new Error(rejection(place, nameOf(owner), typed))
  }
}

/** What cannot be looked at, the command itself explains. */
function ownerOf(place) {
  try {
    return statSync(place).uid
  } catch {
    return 0
  }
}

function rejection(place, user, typed) {
  // sudo clears the environment, and writes variables that it is told to set into the system's log.
  const hasFile = typed.some((each) => each.startsWith('--settings='))
  const command = [path.resolve(process.argv[1]), ...(hasFile ? [] : ['--settings=FILE']), ...typed]
    .map(quote)
    .join(' ')
  const keeping = hasFile ? '' : ', with the settings in a file that this user can read'
  return `${place} belongs to user ${user}, and the server could not read what root writes there. Nothing was changed. Use${keeping}:\n  sudo -u ${quote(user)} ${command}`
}

/** sudo accepts a user without a name as #1000. */
function nameOf(uid) {
  try {
    const users = readFileSync('/etc/passwd', 'utf8').split('\n')
    return users.map((line) => line.split(':')).find((parts) => parts[2] === String(uid))?.[0] ?? `#${uid}`
  } catch {
    return `#${uid}`
  }
}

const quote = (text) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`)
