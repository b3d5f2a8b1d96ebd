import { sha256 } from '@noble/hashes/sha2.js'

import { leadingZeroBits, type ProofOfWorkChallenge } from '#domain/auth/proof-of-work.ts'

/** Tries before the page gets its turn: some milliseconds on a phone. */
const TRIES_AT_ONCE = 2000

const encoder = new TextEncoder()

/** Finds a nonce whose hash begins with `bits` zero bits, without blocking the page. @returns `challenge.nonce` */
export async function solveProofOfWork({ challenge, bits }: ProofOfWorkChallenge): Promise<string> {
	for (let nonce = 0; ; nonce += 1) {
		const answer = `${challenge}.${nonce.toString(36)}`
		if (leadingZeroBits(sha256(encoder.encode(answer))) >= bits) return answer
		if (nonce % TRIES_AT_ONCE === 0) await new Promise((resolve) => setTimeout(resolve))
	}
}
