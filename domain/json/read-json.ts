/** True if a parsed JSON value is an object, neither null nor an array. */
export const isRecord = (raw: unknown): raw is Record<string, unknown> => typeof raw === 'object' && raw !== null && !Array.isArray(raw)

export const isNonNegativeInteger = (raw: unknown): raw is number => typeof raw === 'number' && Number.isSafeInteger(raw) && raw >= 0

/** Makes text storable: without NUL or lone surrogates, and at most `length` UTF-16 units long. */
export const fitText = (raw: string, length: number): string =>
	raw
		.replaceAll('\u0000', '')
		.slice(0, length)
		.replaceAll(/\p{Surrogate}/gu, '')
