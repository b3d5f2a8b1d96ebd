/** True if parsed JSON is an object: neither null nor a list. */
export const isRecord = (raw: unknown): raw is Record<string, unknown> => typeof raw === 'object' && raw !== null && !Array.isArray(raw)

/** True if parsed JSON is a moment, in milliseconds since 1970. */
export const isTime = (raw: unknown): raw is number => typeof raw === 'number' && Number.isSafeInteger(raw) && raw >= 0
