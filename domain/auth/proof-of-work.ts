/** Challenge for the browser, which finds a nonce and responds with `challenge.nonce`. */
export type ProofOfWorkChallenge = { challenge: string; bits: number }

export function leadingZeroBits(hash: Uint8Array): number {
	const index = hash.findIndex((byte) => byte !== 0)
	return index === -1 ? hash.length * 8 : index * 8 + Math.clz32(hash[index] ?? 0) - 24
}
