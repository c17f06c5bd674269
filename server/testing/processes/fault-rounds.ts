/** The number of rounds of a fault test: one among all tests, many in `npm run test:faults`. */
export const faultRounds = Number(process.env['FAULT_ROUNDS'] ?? 1)

/**
 * The statement before which to kill next: each one in `npm run test:faults`; otherwise at growing distances, because
 * each kill costs the start of a process.
 */
export const nextKill = (statement: number): number => (faultRounds > 10 ? statement + 1 : statement * 2)
