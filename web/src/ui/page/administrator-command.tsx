import { Copyable } from '../buttons/copyable.tsx'
import { Disclosure } from './disclosure.tsx'

/** A command of `bin/console` with its arguments, behind a closed line, because staff do not run it themselves. */
export function AdministratorCommand({ command }: { command: string }) {
  const text = `bin/console ${command}`
  return (
    <Disclosure label="For system administrators">
      <Copyable text={text} what="command">
        <code>{text}</code>
      </Copyable>
    </Disclosure>
  )
}
