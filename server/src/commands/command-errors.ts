/** Invalid arguments. The usage of the command is printed below the message. */
export class UsageError extends Error {}

/** A failure with its own exit code, so that scripts can distinguish it from others, which exit with 1. */
export class ExitError extends Error {
  readonly exitCode: number

  constructor(exitCode: number, message: string) {
    super(message)
    this.exitCode = exitCode
  }
}
