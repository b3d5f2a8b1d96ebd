/** How a page asks what to work on, and how it shows what it found: the answer is `challenge.nonce`. */
export type WorkOrder = { challenge: string; bits: number }

/** Bits that are zero from the left. */
export function leadingZeroBits(hash: Uint8Array): number {
	const index = hash.findIndex((byte) => byte !== 0)
	return index === -1 ? hash.length * 8 : index * 8 + Math.clz32(hash[index] ?? 0) - 24
}
