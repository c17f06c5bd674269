// 24.7 is the first version with type stripping, node:sqlite and argon2 in node:crypto.
export const oldestNode = '24.7'

/** Whether this version of Node.js can run the server. */
export function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number)
  const [oldestMajor, oldestMinor] = oldestNode.split('.').map(Number)
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
}
