import { hash } from 'node:crypto'

import { leadingZeroBits, type ProofOfWorkChallenge } from '#domain/auth/proof-of-work.ts'

import type { Wire } from './test-client.ts'

/** Solves the server's proof-of-work challenge as our pages do. */
export async function solveProof(wire: Wire): Promise<string> {
	const settings = (await (await wire.request('/auth/v1/settings')).json()) as { proof_of_work?: ProofOfWorkChallenge }
	const { challenge, bits } = settings.proof_of_work ?? { challenge: '', bits: 99 }
	for (let nonce = 0; ; nonce += 1) {
		const answer = `${challenge}.${nonce.toString(36)}`
		if (leadingZeroBits(hash('sha256', answer, 'buffer')) >= bits) return answer
	}
}
