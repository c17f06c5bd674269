/** The program with which a device verifies a model, in one file. */
export const verifierFile = new URL('./verify-model.mjs', import.meta.url)
