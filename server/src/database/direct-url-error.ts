/** Why PostgreSQL itself cannot be reached without a pooler; the URL is in a setting of its own then. */
export class DirectUrlError extends Error {}
