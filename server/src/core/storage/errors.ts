/** Errors of the storage, other than internal ones. */
export abstract class StorageError extends Error {
  override get name(): string {
    return this.constructor.name
  }
}

export class StorageFullError extends StorageError {
  constructor(cause?: unknown) {
    super('The file storage has no space left.', { cause })
  }
}

export class StorageUnavailableError extends StorageError {
  /** @param message for system administrators */
  constructor(cause?: unknown, message = 'The file storage can’t be reached.') {
    super(message, { cause })
  }
}

export class ObjectExistsError extends StorageError {
  constructor() {
    super('There is already a finished object under this key.')
  }
}

export class ObjectNotFoundError extends StorageError {
  constructor() {
    super('There is no object under this key.')
  }
}

/** The upload was finished or aborted, or never existed. */
export class UploadNotFoundError extends StorageError {
  constructor() {
    super('There is no such upload.')
  }
}

export class ObjectTooLargeError extends StorageError {
  constructor() {
    super('The file is larger than this server accepts.')
  }
}

/** Another request is sending a part of the upload or completing it. The message can be shown. */
export class UploadBusyError extends StorageError {}

/** The content differs from what was announced: a wrong length, a missing part, or parts out of order. */
export class UploadMismatchError extends StorageError {}
