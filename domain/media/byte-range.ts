/** First and last byte, inclusive. */
export type ByteRange = { first: number; last: number }

/**
 * Parses a Range header (RFC 9110, section 14.2).
 * @returns null if the whole file must be sent: no header, several ranges, another unit, or invalid
 */
export function readByteRange(header: string | null, size: number): ByteRange | 'unsatisfiable' | null {
	const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
	if (from === undefined || to === undefined || (from === '' && to === '')) return null
	if (from === '') return Number(to) === 0 || size === 0 ? 'unsatisfiable' : { first: Math.max(size - Number(to), 0), last: size - 1 }
	const first = Number(from)
	const last = to === '' ? size - 1 : Math.min(Number(to), size - 1)
	if (to !== '' && Number(to) < first) return null
	return first >= size ? 'unsatisfiable' : { first, last }
}
