/**
 * Length of a status list: the minimum that the standard requires, so that one holder can't be singled out (W3C Bitstring Status List §4).
 */
export const STATUS_LIST_LENGTH = 131_072

/** Coprime to the list's length, so multiplying by it maps the positions to different indexes. */
const SPREAD = 48_271

/** Returns a certificate's list and index. Consecutive certificates aren't adjacent, so that an index doesn't reveal the order of issue. */
export function placeInStatusList(position: number): { list: number; index: number } {
	const list = Math.floor(position / STATUS_LIST_LENGTH)
	return { list, index: ((position % STATUS_LIST_LENGTH) * SPREAD) % STATUS_LIST_LENGTH }
}

/**
 * Encodes a list as bits; the first index is the highest bit of the first byte.
 * @param revoked indexes of revoked certificates
 */
export function statusBits(revoked: readonly number[]): Uint8Array {
	const bits = new Uint8Array(STATUS_LIST_LENGTH / 8)
	for (const index of revoked) bits[index >> 3] = (bits[index >> 3] ?? 0) | (0x80 >> (index & 7))
	return bits
}

export const isBitSet = (bits: Uint8Array, index: number): boolean => ((bits[index >> 3] ?? 0) & (0x80 >> (index & 7))) !== 0
