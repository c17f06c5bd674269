/** The number of rounds of a fault test: one among all tests, many in `npm run test:faults`. */
export const faultRounds = Number(process.env['FAULT_ROUNDS'] ?? 1)

/**
 * Before which statement to kill next: before each in `npm run test:faults`; otherwise further and further apart, because
 * each kill costs the start of a process.
 */
export const nextKill = (statement: number): number => (faultRounds > 10 ? statement + 1 : statement * 2)
