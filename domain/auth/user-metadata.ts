export type Metadata = { [key: string]: MetadataValue }
export type MetadataValue = string | number | boolean | null | MetadataValue[] | { [key: string]: MetadataValue }

/** It travels inside every access token, and a request's headers must stay below 16 KB. */
export const MAX_METADATA_LENGTH = 8192
const MAX_DEPTH = 20

// PostgreSQL's jsonb holds neither NUL nor half a surrogate pair.
const UNSTORABLE = /[\0\p{Surrogate}]/u

function isStorable(value: unknown, depth: number): boolean {
	if (depth > MAX_DEPTH) return false
	if (typeof value === 'string') return !UNSTORABLE.test(value)
	if (Array.isArray(value)) return value.every((item) => isStorable(item, depth + 1))
	if (value !== null && typeof value === 'object')
		return Object.entries(value).every(([key, item]) => !UNSTORABLE.test(key) && isStorable(item, depth + 1))
	return true
}

/** Shallow merge of what a user sent into what is stored; null deletes the key (AUTH_WIRE §3). */
export function mergeMetadata(stored: Metadata, sent: Metadata): Metadata {
	const merged = new Map([...Object.entries(stored), ...Object.entries(sent)])
	return Object.fromEntries([...merged].filter(([key, value]) => value !== null && key !== '__proto__'))
}

/** Why metadata cannot be kept, or null. */
export function findMetadataProblem(metadata: Metadata): string | null {
	if (!isStorable(metadata, 0)) return 'data holds text that cannot be stored, or is nested too deeply'
	return JSON.stringify(metadata).length > MAX_METADATA_LENGTH ? `data may have at most ${MAX_METADATA_LENGTH} characters` : null
}
