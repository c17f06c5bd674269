import type { TestApp } from '../build-app.ts'
import type { Session } from '../factories.ts'

/** From now on, no known device needs a second factor. */
export const trustAllDevices = ({ context: { db } }: TestApp) =>
  db.updateTable('knownDevices').set({ trustedUntilMs: Number.MAX_SAFE_INTEGER }).execute()

/** How many devices of an admin need no second factor. */
export async function countTrustedDevices({ context: { db } }: TestApp, { admin }: Session): Promise<number> {
  const devices = db.selectFrom('knownDevices').select('tokenHash').where('adminId', '=', admin.id)
  return (await devices.where('trustedUntilMs', '>', 0).execute()).length
}
