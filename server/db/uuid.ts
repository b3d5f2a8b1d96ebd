const CANONICAL = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** True if a text is a UUID as PostgreSQL prints it, in lower case. */
export const isCanonicalUuid = (text: string): boolean => CANONICAL.test(text)

/** True if a text is a UUID. PostgreSQL raises an error for anything else in a uuid column. */
export const isUuid = (text: string): boolean => isCanonicalUuid(text.toLowerCase())
