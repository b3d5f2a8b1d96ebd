const CANONICAL = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** As PostgreSQL writes an id: in lower case. */
export const isCanonicalUuid = (text: string): boolean => CANONICAL.test(text)

/** True if a uuid column accepts it, in either case: PostgreSQL answers anything else with an error. */
export const isUuid = (text: string): boolean => isCanonicalUuid(text.toLowerCase())
