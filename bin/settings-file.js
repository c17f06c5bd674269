// This file is plain JavaScript and uses only built-in modules; see launch.js.
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/**
 * Only these spaces are trimmed by all programs. No-break spaces and a byte order mark inside a concatenated file are
 * not.
 */
const line = /^[ \t]*(?:#.*|(?:export[ \t]+)?[A-Za-z_]\w*[ \t]*=[ \t]*(?<value>.*?)[ \t]*)?$/
/** Programs interpret the rest differently, such as what follows a `#`, or a backslash between double quotes. */
const values = [/^'[^']*'[ \t]*(#.*)?$/, /^"[^"\\]*"[ \t]*(#.*)?$/, /^(?:[^'"`#\\\s]|[ \t])*$/]

/**
 * Reads settings as lines `NAME='value'`, in UTF-8 with or without a byte order mark.
 *
 * @param {string} option the option that specifies the file, for messages
 * @param {string} file
 * @throws {Error} naming the first line that programs would read in different ways, without its value
 */
export function readSettingsFile(option, file) {
  const text = read(option, file).replace(/^\uFEFF/, '')
  if (/[\0\uFFFD]/.test(text)) throw new Error(`${option} specifies ${file}, which is not text in UTF-8.`)
  text.split(/\r?\n/).forEach((each, index) => {
    const found = line.exec(each)
    const value = found?.groups?.['value'] ?? ''
    if (found && values.some((pattern) => pattern.test(value))) return
    const remedy = found ? 'Put the value between single quotes' : "Write NAME='value'"
    throw new Error(`Line ${index + 1} of ${file} is not clear. ${remedy}.`)
  })
  return parseEnv(text)
}

/**
 * @param {string} option
 * @param {string} file
 */
function read(option, file) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new Error(`${option} specifies ${file}, ${reasons.get(code) ?? `which cannot be read: ${code}`}.`)
  }
}

const reasons = new Map([
  ['ENOENT', 'which does not exist'],
  ['EISDIR', 'which is a folder'],
  ['EACCES', 'which this user may not read: give its group permission (chown root:health-console, chmod 0640)'],
])
