import { delimiter } from 'node:path'
import { builds, isBuilt, markBuilt, stateOf } from '../../bin/built.js'
import { fromRoot } from './paths.js'
import { runStep } from './run-step.js'

const commands = {
  server: ['node_modules/rolldown/bin/cli.mjs', '--config', 'server/rolldown.config.ts'],
  web: ['node_modules/vite/bin/vite.js', 'build', 'web', '--logLevel', 'warn'],
}

/** @param name one of `builds` */
export async function buildWhenNeeded(lock, name) {
  const build = builds[name]
  if (isBuilt(build)) return
  const state = stateOf(build)
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    PATH: [fromRoot('node_modules/.bin'), process.env.PATH].join(delimiter),
  }
  await runStep(lock, {
    says: `Building the ${name}`,
    done: 'Built',
    command: 'node',
    args: commands[name],
    options: { env },
  })
  markBuilt(build, state)
}
