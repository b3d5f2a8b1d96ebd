import type { Enrolled } from './enroll-factor.ts'

export type ShownFactor = Extract<Enrolled, { type: 'totp' }>

const HOUR_MS = 3_600_000

/**
 * Authenticator apps that were shown but not confirmed yet, by session ID. Opening the page again must show the same QR code,
 * since it may have been scanned already. Only that session can see the secret again, for an hour.
 */
export class ShownFactors {
	readonly #shown = new Map<string, { factor: ShownFactor; until: number }>()

	find(sessionId: string, now: Date): ShownFactor | null {
		const kept = this.#shown.get(sessionId)
		return kept && kept.until > now.getTime() ? kept.factor : null
	}

	keep(sessionId: string, factor: ShownFactor, now: Date): void {
		for (const [id, { until }] of this.#shown) if (until <= now.getTime()) this.#shown.delete(id)
		this.#shown.set(sessionId, { factor, until: now.getTime() + HOUR_MS })
	}

	forget(sessionId: string): void {
		this.#shown.delete(sessionId)
	}
}

export const createShownFactors = (): ShownFactors => new ShownFactors()
