import type { TakenMail } from './outbox.ts'

export type Transport = {
  /**
   * Returns once the mail server has accepted the email. @throws DeliveryError, or another error for a temporary
   * failure
   */
  send(mail: TakenMail): Promise<void>
  /** @throws DeliveryError if no email can be sent now */
  check(): Promise<void>
  close(): void
}

/** Why an email could not be delivered. */
export class DeliveryError extends Error {
  /** `rejected`: never try again. `deferred`: try this email later. `unreachable`: no email can be sent now. */
  readonly failure: 'rejected' | 'deferred' | 'unreachable'

  /** @param reason for the log: codes, never an email address */
  constructor(failure: DeliveryError['failure'], reason: string) {
    super(reason)
    this.failure = failure
  }
}
