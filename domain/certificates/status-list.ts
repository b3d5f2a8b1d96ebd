/** Places in one status list: the minimum that hides one holder among many (W3C Bitstring Status List §4). */
export const STATUS_LIST_LENGTH = 131_072

/** Odd and prime, so that multiplying by it reaches every place of a list once. */
const SPREAD = 48_271

/** The place of a certificate's bit. Neighbors in time are not neighbors in the list: a place does not reveal the order. */
export function placeInStatusList(position: number): { list: number; index: number } {
	const list = Math.floor(position / STATUS_LIST_LENGTH)
	return { list, index: ((position % STATUS_LIST_LENGTH) * SPREAD) % STATUS_LIST_LENGTH }
}

/** The bits of one list, the first place in the highest bit of the first byte; `revoked` are places. */
export function statusBits(revoked: readonly number[]): Uint8Array {
	const bits = new Uint8Array(STATUS_LIST_LENGTH / 8)
	for (const index of revoked) bits[index >> 3] = (bits[index >> 3] ?? 0) | (0x80 >> (index & 7))
	return bits
}

export const isBitSet = (bits: Uint8Array, index: number): boolean => ((bits[index >> 3] ?? 0) & (0x80 >> (index & 7))) !== 0
