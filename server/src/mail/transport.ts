import type { ClaimedMail } from './outbox.ts'

export type Transport = {
  /** Returns once the receiver has accepted the mail. @throws DeliveryError, or anything else for a temporary fault */
  send(mail: ClaimedMail): Promise<void>
  /** @throws DeliveryError when no mail can be sent at the moment */
  check(): Promise<void>
  close(): void
}

/** Why a mail could not be delivered. */
export class DeliveryError extends Error {
  /** `refused`: finally. `deferred`: try this mail later. `unreachable`: no mail can be sent at the moment. */
  readonly fault: 'refused' | 'deferred' | 'unreachable'

  /** @param reason what may be logged: codes, never an address */
  constructor(fault: DeliveryError['fault'], reason: string) {
    super(reason)
    this.fault = fault
  }
}
