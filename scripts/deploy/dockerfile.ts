import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../program.ts'

type Instruction = { keyword: string; text: string }

/** The instructions of deploy/Dockerfile, with the defaults of its arguments inserted. */
export function readDockerfile(): Instruction[] {
  const text = readFileSync(path.join(root, 'deploy/Dockerfile'), 'utf8')
  const defaults = new Map([...text.matchAll(/^ARG (\w+)=(\S+)$/gm)].map(([, name = '', value = '']) => [name, value]))
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return lines.map((line) => {
    const [keyword = '', ...rest] = line.split(' ')
    return { keyword, text: rest.join(' ').replaceAll(/\$\{(\w+)\}/g, (_, name) => defaults.get(name) ?? '') }
  })
}

/** The sources and the target of a COPY, and the stage that it copies from. */
export function readCopy(text: string): { from: string | undefined; sources: string[]; target: string } {
  const words = text.split(' ')
  const from = /^--from=(.+)$/.exec(words[0] ?? '')?.[1]
  const paths = from === undefined ? words : words.slice(1)
  return { from, sources: paths.slice(0, -1), target: paths.at(-1) ?? '' }
}

/**
 * Whether .dockerignore includes a file, specified by its path from the root, in the build context. The last matching
 * line decides.
 */
export function reachesBuilder(file: string): boolean {
  const patterns = readFileSync(path.join(root, '.dockerignore'), 'utf8').split('\n')
  const folders = file.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'))
  return patterns
    .filter((pattern) => pattern !== '' && !pattern.startsWith('#'))
    .reduce((reaches, pattern) => {
      const glob = pattern.replace(/^!/, '')
      return folders.some((each) => path.matchesGlob(undotted(each), undotted(glob)))
        ? pattern.startsWith('!')
        : reaches
    }, true)
}

/** Unlike Node.js, Docker does not treat a leading dot specially. */
const undotted = (file: string) => file.replaceAll(/(^|\/)\./g, '$1dot-')
