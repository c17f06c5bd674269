/** The number of rounds of a fault test: one among all tests, many in `npm run test:faults`. */
export const faultRounds = Number(process.env['FAULT_ROUNDS'] ?? 1)
