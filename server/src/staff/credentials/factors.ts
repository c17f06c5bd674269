import type { Db } from '../../database/tables.ts'
import { listPasskeys } from './passkey-store.ts'
import { findSecondFactor } from './second-factor-store.ts'

/** Which second factors a person has. */
export type Factors = { app: boolean; passkeys: boolean }

export const noFactors: Factors = { app: false, passkeys: false }

export const hasFactor = ({ app, passkeys }: Factors) => app || passkeys

export async function findFactors(db: Db, adminId: string): Promise<Factors> {
  return {
    app: (await findSecondFactor(db, adminId)) !== undefined,
    passkeys: (await listPasskeys(db, adminId)).length > 0,
  }
}
