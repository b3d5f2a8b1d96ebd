import type { VerifyResponse, Finding } from './verify-client.ts'

type Place = Pick<VerifyResponse, 'request' | 'who'> & { status?: number }

export class Findings {
	readonly #found = new Map<string, Finding>()

	add({ request, who, status }: Place, expected: string, got: string): void {
		const answered = status === undefined ? got : `${status}, ${got}`
		const finding = { request, as: who, expected, got: answered.replaceAll(/\s+/g, ' ').slice(0, 200) }
		// Routes with the same pattern and problem are one finding per person.
		this.#found.set(`${request} ${who} ${expected}`, finding)
	}

	get list(): readonly Finding[] {
		return [...this.#found.values()]
	}
}

export const presentFinding = ({ request, as, expected, got }: Finding): string => `${request} as ${as}: expected ${expected}, got ${got}`
