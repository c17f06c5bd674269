import { builds, isBuilt, markBuilt, stateOf } from '../../bin/built.js'
import { runStep } from './run-step.js'

const commands = {
  server: ['node_modules/rolldown/bin/cli.mjs', '--config', 'server/rolldown.config.ts'],
  web: ['node_modules/vite/bin/vite.js', 'build', 'web', '--logLevel', 'warn'],
}

/** @param name one of `builds` */
export async function buildWhenNeeded(lock, name, node) {
  const build = builds[name]
  if (isBuilt(build)) return
  const state = stateOf(build)
  const env = { ...process.env, NODE_ENV: 'production' }
  await runStep(lock, {
    says: `Building the ${name}`,
    done: 'Built',
    command: node,
    args: commands[name],
    options: { env },
  })
  markBuilt(build, state)
}
