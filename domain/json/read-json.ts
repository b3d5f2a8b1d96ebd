/** True if a parsed JSON value is an object, neither null nor an array. */
export const isRecord = (raw: unknown): raw is Record<string, unknown> => typeof raw === 'object' && raw !== null && !Array.isArray(raw)

/** True for a whole number of at least 0, such as a time in milliseconds. */
export const isNonNegativeInteger = (raw: unknown): raw is number => typeof raw === 'number' && Number.isSafeInteger(raw) && raw >= 0
