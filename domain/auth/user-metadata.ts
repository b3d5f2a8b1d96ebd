import { utf8Length } from '#domain/json/utf8-length.ts'

export type Metadata = { [key: string]: MetadataValue }
export type MetadataValue = string | number | boolean | null | MetadataValue[] | { [key: string]: MetadataValue }

/** Maximum size as UTF-8 JSON, in bytes. Every access token contains the metadata and is sent in a header. */
export const MAX_METADATA_BYTES = 2048
/** Limit for stored metadata, to which the server adds the email and whether it is verified. */
export const MAX_STORED_METADATA_BYTES = MAX_METADATA_BYTES + 512
/** Limit within a token: the largest metadata of a learner, plus what the server and the operator usually add. */
const MAX_TOKEN_METADATA_BYTES = MAX_STORED_METADATA_BYTES + 512
const MAX_DEPTH = 20

// PostgreSQL's jsonb can't contain NUL or lone surrogates.
const UNSTORABLE = /[\0\p{Surrogate}]/u

function isStorable(value: unknown, depth: number): boolean {
	if (depth > MAX_DEPTH) return false
	if (typeof value === 'string') return !UNSTORABLE.test(value)
	if (Array.isArray(value)) return value.every((item) => isStorable(item, depth + 1))
	if (value !== null && typeof value === 'object')
		return Object.entries(value).every(([key, item]) => !UNSTORABLE.test(key) && isStorable(item, depth + 1))
	return true
}

/** Merges a user's input into stored metadata, one level deep. A null value deletes the key. */
export function mergeMetadata(stored: Metadata, sent: Metadata): Metadata {
	const merged = new Map([...Object.entries(stored), ...Object.entries(sent)])
	return Object.fromEntries([...merged].filter(([key, value]) => value !== null && key !== '__proto__'))
}

export const metadataBytes = (metadata: Metadata): number => utf8Length(JSON.stringify(metadata))

export function findMetadataProblem(metadata: Metadata, mostBytes = MAX_METADATA_BYTES): string | null {
	if (!isStorable(metadata, 0)) return 'data contains text that cannot be stored, or is nested too deeply'
	return metadataBytes(metadata) > mostBytes ? `data may have at most ${mostBytes} bytes` : null
}

/** Like `findMetadataProblem`, with the limit for stored metadata. Metadata that is already too large may still shrink. */
export function findMergeProblem(stored: Metadata, merged: Metadata): string | null {
	return metadataBytes(merged) < metadataBytes(stored) ? null : findMetadataProblem(merged, MAX_STORED_METADATA_BYTES)
}

/** Adds a provider's data to the known values, shortest values first, as long as it fits. Too much data must not block a sign-in. */
export function mergeMetadataWithinLimit(known: Metadata, received: Metadata): Metadata {
	const bySize = Object.entries(received)
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
 * Limits the metadata in an access token, so that the token fits into a header. If there is too much, omits the
 * learner's own data, and if that isn't enough, everything except the provider's name. `/auth/v1/user` always returns
 * all of it.
 */
export function limitTokenMetadata({ app, user }: { app: Metadata; user: Metadata }): { app: Metadata; user: Metadata } {
	const appBytes = metadataBytes(app)
	if (appBytes > MAX_TOKEN_METADATA_BYTES) return { app: typeof app.provider === 'string' ? { provider: app.provider } : {}, user: {} }
	return { app, user: appBytes + metadataBytes(user) > MAX_TOKEN_METADATA_BYTES ? {} : user }
}
