/**
 * Wrote labels of twelve letters (decision 116), as 034 does. It stays in the list because databases have run it; the others need
 * not write the table twice.
 */
export async function up(): Promise<void> {}
