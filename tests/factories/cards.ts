import { ApiError } from '#app/lib/own-api.ts'
import type { AccountApi } from '#app/lib/records/account-sync.ts'
import { RecordStore } from '#app/lib/records/record-store.ts'
import { partitionsCodec } from '#app/lib/records/stored-partitions.ts'
import { isRecord, isNonNegativeInteger } from '#domain/json/read-json.ts'

/** Minimal record: a named text whose latest change wins. */
export type Card = { name: string; text: string; changedAt: number }

function mergeCards(ours: readonly Card[], theirs: readonly Card[]): Card[] {
	const newest = new Map<string, Card>()
	for (const card of [...ours, ...theirs]) {
		const held = newest.get(card.name)
		if (!held || card.changedAt > held.changedAt) newest.set(card.name, card)
	}
	return [...newest.values()].toSorted((a, b) => a.name.localeCompare(b.name))
}

const isCard = (raw: unknown): raw is Card =>
	isRecord(raw) && typeof raw.name === 'string' && typeof raw.text === 'string' && isNonNegativeInteger(raw.changedAt)
const parseCards = (raw: unknown) => mergeCards(Array.isArray(raw) ? raw.filter(isCard) : [], [])

export const CARDS_KEY = 'launchway_cards'
export const openCards = (keepsOthers = false) =>
	new RecordStore<Card>(CARDS_KEY, {
		...partitionsCodec('cards', parseCards),
		idOf: ({ name }) => name,
		merge: mergeCards,
		isSame: (a, b) => a.text === b.text && a.changedAt === b.changedAt,
		keepsOthers,
	})

export const card = (name: string, text = name, changedAt = 1): Card => ({ name, text, changedAt })

export const refusal = (status: number, code = 'refused') =>
	new ApiError({ kind: 'refused', status, code, message: 'x', fields: {}, requestId: null, retryAfterSeconds: null })
export const UNREACHABLE = new ApiError({ kind: 'unreachable' })

/** Creates an account that merges cards, has its own clock, and can be made to fail. */
export function openAccount(held: readonly Card[] = []) {
	const state = {
		held: [...held],
		calls: [] as string[][],
		nowMs: 1_000_000,
		fail: (_cards: readonly Card[]): Error | null => null,
		limit: 1000,
	}
	const storage = () => ({ used: state.held.reduce((sum, { text }) => sum + text.length, 0), limit: state.limit })
	const account: AccountApi<Card> = {
		batch: 100,
		async merge(cards) {
			state.calls.push(cards.map(({ name }) => name))
			const failure = state.fail(cards)
			if (failure) throw failure
			state.held = mergeCards(
				state.held,
				cards.map((each) => ({ ...each, changedAt: Math.min(each.changedAt, state.nowMs) })),
			)
			return { items: state.held, storage: storage() }
		},
	}
	return { account, state }
}
