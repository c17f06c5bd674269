/** Why PostgreSQL itself cannot be reached without a pooler; its URL is in a separate setting then. */
export class DirectUrlError extends Error {}
