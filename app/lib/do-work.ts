import { sha256 } from '@noble/hashes/sha2.js'

import { leadingZeroBits, type WorkOrder } from '#domain/auth/proof-of-work.ts'

/** Tries between two looks at what else the page has to do: some milliseconds on a telephone. */
const TRIES_AT_ONCE = 2000

const encoder = new TextEncoder()

/** Looks for a nonce whose hash begins with so many zero bits; a page that is in use stays so meanwhile. @returns `challenge.nonce` */
export async function doWork({ challenge, bits }: WorkOrder): Promise<string> {
	for (let nonce = 0; ; nonce += 1) {
		const answer = `${challenge}.${nonce.toString(36)}`
		if (leadingZeroBits(sha256(encoder.encode(answer))) >= bits) return answer
		if (nonce % TRIES_AT_ONCE === 0) await new Promise((resolve) => setTimeout(resolve))
	}
}
