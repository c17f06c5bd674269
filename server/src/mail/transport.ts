import type { TakenMail } from './outbox.ts'

export type Transport = {
  /**
   * Returns once the mail server has accepted the mail. @throws DeliveryError, or another error for a temporary fault
   */
  send(mail: TakenMail): Promise<void>
  /** @throws DeliveryError when no mail can be sent now */
  check(): Promise<void>
  close(): void
}

/** Why a mail could not be delivered. */
export class DeliveryError extends Error {
  /** `refused`: never try again. `deferred`: try this mail later. `unreachable`: no mail can be sent now. */
  readonly fault: 'refused' | 'deferred' | 'unreachable'

  /** @param reason for the log: codes, never an e-mail */
  constructor(fault: DeliveryError['fault'], reason: string) {
    super(reason)
    this.fault = fault
  }
}
