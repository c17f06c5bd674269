/** Why PostgreSQL itself cannot be reached, past a pooler: another setting than usual names it. */
export class DirectUrlError extends Error {}
