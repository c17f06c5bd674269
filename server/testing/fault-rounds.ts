/** How often a fault test does what it does: once among all tests, many times in `npm run test:faults`. */
export const faultRounds = Number(process.env['FAULT_ROUNDS'] ?? 1)
