import { afterEach, expect, onTestFinished, test, vi } from 'vitest'

import { type Card, card, openAccount, openCards, UNREACHABLE } from '#tests/factories/cards.ts'

import { type AccountApi, RunningSync } from './account-sync.ts'
import type { RecordStore } from './record-store.ts'

vi.mock('#app/lib/backend.ts')

afterEach(() => {
	vi.useRealTimers()
	vi.restoreAllMocks()
	localStorage.clear()
})

function sync(store: RecordStore<Card>, account: AccountApi<Card>) {
	vi.useFakeTimers()
	const running = new RunningSync({ store, account, quietMs: 100 }, 'ana', () => {})
	onTestFinished(() => running.stop())
}

const settle = () => vi.advanceTimersByTimeAsync(0)
const quiet = () => vi.advanceTimersByTimeAsync(100)

test('queued records are sent when the page is hidden', async () => {
	const { account, state } = openAccount()
	const store = openCards()
	sync(store, account)
	await settle()
	vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
	document.dispatchEvent(new Event('visibilitychange'))
	await settle()
	expect(state.calls).toEqual([[]])
	store.put(card('a'))
	document.dispatchEvent(new Event('visibilitychange'))
	await settle()
	expect(state.calls).toEqual([[], ['a']])
	expect(store.unsent('ana')).toEqual([])
})

test('when the page ends everything queued is sent once with keepalive', async () => {
	const { account } = openAccount()
	const sent: unknown[] = []
	const answers: (() => void)[] = []
	const merge: AccountApi<Card>['merge'] = (cards, how) => {
		if (cards.length === 0) return account.merge(cards)
		sent.push([...cards.map(({ name }) => name), how])
		return new Promise((resolve) => answers.push(() => resolve(account.merge(cards))))
	}
	const store = openCards()
	sync(store, { ...account, batch: 1, merge })
	await settle()
	store.put(card('a'))
	store.put(card('b'))
	vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
	document.dispatchEvent(new Event('visibilitychange'))
	window.dispatchEvent(new Event('pagehide'))
	// Both requests are sent before there is any response.
	expect(sent).toEqual([
		['a', { keepalive: true }],
		['b', { keepalive: true }],
	])
	for (const answer of answers) answer()
	await settle()
	expect(store.unsent('ana')).toEqual([])
})

test('records that couldn’t be sent when the page was hidden are sent with the next retry', async () => {
	const { account, state } = openAccount()
	const store = openCards()
	sync(store, account)
	await settle()
	store.put(card('a'))
	state.fail = () => UNREACHABLE
	window.dispatchEvent(new Event('pagehide'))
	await settle()
	expect([state.held, store.unsent('ana')]).toEqual([[], [card('a')]])
	state.fail = () => null
	await quiet()
	expect([state.held, store.unsent('ana')]).toEqual([[card('a')], []])
})
