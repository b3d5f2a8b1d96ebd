import { utf8Length } from './utf8-length.ts'

export type Metadata = { [key: string]: MetadataValue }
export type MetadataValue = string | number | boolean | null | MetadataValue[] | { [key: string]: MetadataValue }

/** Bytes of UTF-8, as JSON. Every access token carries it, and tokens travel in a header. */
export const MAX_METADATA_BYTES = 2048
/** Limit for stored metadata: the server adds the address and whether it is verified. */
export const MAX_STORED_METADATA_BYTES = MAX_METADATA_BYTES + 512
/** Limit within a token: a learner's largest metadata, and the usual additions of server and operator. */
const MAX_TOKEN_METADATA_BYTES = MAX_STORED_METADATA_BYTES + 512
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

/** Merges a user's input into stored metadata, shallowly; null deletes the key. */
export function mergeMetadata(stored: Metadata, sent: Metadata): Metadata {
	const merged = new Map([...Object.entries(stored), ...Object.entries(sent)])
	return Object.fromEntries([...merged].filter(([key, value]) => value !== null && key !== '__proto__'))
}

/** Bytes of metadata as JSON in UTF-8. */
export const metadataBytes = (metadata: Metadata): number => utf8Length(JSON.stringify(metadata))

/** Reason why metadata cannot be stored, or null. */
export function findMetadataProblem(metadata: Metadata, mostBytes = MAX_METADATA_BYTES): string | null {
	if (!isStorable(metadata, 0)) return 'data holds text that cannot be stored, or is nested too deeply'
	return metadataBytes(metadata) > mostBytes ? `data may have at most ${mostBytes} bytes` : null
}

/** As `findMetadataProblem`, for the result of a change: stored data that is already too large may still get smaller. */
export function findMergeProblem(stored: Metadata, merged: Metadata): string | null {
	return metadataBytes(merged) < metadataBytes(stored) ? null : findMetadataProblem(merged, MAX_STORED_METADATA_BYTES)
}

/**
 * Adds a provider's data about a person: known values stay, and the shortest others are added as far as they fit. Too much metadata from a
 * provider never refuses a sign-in.
 */
export function addWhatFits(known: Metadata, told: Metadata): Metadata {
	const bySize = Object.entries(told)
		.filter(([key]) => !Object.hasOwn(known, key) && key !== '__proto__')
		.map(([key, value]) => ({ key, value, bytes: metadataBytes({ [key]: value }) }))
		.sort((one, other) => one.bytes - other.bytes)
	const added: Metadata = {}
	let left = MAX_STORED_METADATA_BYTES - metadataBytes(known)
	for (const { key, value, bytes } of bySize) {
		left -= bytes
		if (left < 0) break
		added[key] = value
	}
	return mergeMetadata(added, known)
}

/**
 * Both kinds of metadata for an access token, so that no token outgrows a header: values that are too large are left out, the learner's own
 * data first. `/auth/v1/user` always shows them.
 */
export function fitForToken({ app, user }: { app: Metadata; user: Metadata }): { app: Metadata; user: Metadata } {
	const appBytes = metadataBytes(app)
	if (appBytes > MAX_TOKEN_METADATA_BYTES) return { app: typeof app.provider === 'string' ? { provider: app.provider } : {}, user: {} }
	return { app, user: appBytes + metadataBytes(user) > MAX_TOKEN_METADATA_BYTES ? {} : user }
}
