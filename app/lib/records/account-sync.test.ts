import { afterEach, expect, onTestFinished, test, vi } from 'vitest'

import { loadAuth } from '#app/lib/backend.ts'
import { type Card, card, CARDS_KEY, openAccount, openCards, refusal, UNREACHABLE } from '#tests/factories/cards.ts'

import { type Account, retryDelayMs, RunningSync, type SyncState } from './account-sync.ts'
import type { RecordStore } from './record-store.ts'

vi.mock('#app/lib/backend.ts')

afterEach(() => {
	vi.useRealTimers()
	vi.restoreAllMocks()
	localStorage.clear()
})

function sync(store: RecordStore<Card>, account: Account<Card>, userId = 'ana') {
	vi.useFakeTimers()
	const states: SyncState[] = []
	const running = new RunningSync({ store, account, quietMs: 100 }, userId, (state) => states.push(state))
	const stop = () => running.stop()
	onTestFinished(stop)
	return { states, stop, running }
}

const settle = () => vi.advanceTimersByTimeAsync(0)
const quiet = () => vi.advanceTimersByTimeAsync(100)
const names = (store: RecordStore<Card>) => store.book().items.map(({ name }) => name)

test('browser and account become the same, both ways, and the browser keeps it', async () => {
	const { account, state } = openAccount([card('b')])
	const store = openCards()
	store.put(card('a'))
	const { states } = sync(store, account)
	await settle()
	expect(names(store)).toEqual(['a', 'b'])
	expect(state.held).toEqual(store.book().items)
	expect(openCards().book()).toEqual({ items: store.book().items, unsent: [] })
	expect(states).toEqual(['syncing', 'synced'])
})

test('what is done without a network waits, over a reload too, and goes out when the network is back', async () => {
	const { account, state } = openAccount()
	state.fail = () => UNREACHABLE
	openCards().put(card('a'))
	const store = openCards()
	const { states } = sync(store, account)
	await settle()
	expect(states.at(-1)).toBe('waiting')
	expect(store.unsent('ana')).toEqual([card('a')])
	state.fail = () => null
	window.dispatchEvent(new Event('online'))
	await settle()
	expect([state.held, states.at(-1), store.unsent('ana')]).toEqual([[card('a')], 'synced', []])
})

test.each([
	{ failures: 1, delay: 2000 },
	{ failures: 2, delay: 4000 },
	{ failures: 5, delay: 32_000 },
	{ failures: 50, delay: 300_000 },
])('after $failures failures the next try waits $delay ms', ({ failures, delay }) => {
	expect(retryDelayMs(failures)).toBe(delay)
})

test.each([401, 403, 404, 408, 429, 500, 502, 503, 504])(
	'after the answer %i it tries again by itself, later each time, and loses nothing',
	async (status) => {
		const { account, state } = openAccount()
		state.fail = () => refusal(status)
		const store = openCards()
		store.put(card('a'))
		const { states } = sync(store, account)
		await vi.advanceTimersByTimeAsync(2000)
		expect(state.calls).toHaveLength(2)
		await vi.advanceTimersByTimeAsync(3999)
		expect(state.calls).toHaveLength(2)
		expect(states.at(-1)).toBe('waiting')
		state.fail = () => null
		await vi.advanceTimersByTimeAsync(1)
		expect([state.held, states.at(-1)]).toEqual([[card('a')], 'synced'])
	},
)

test('a change while it waits after a failure does not make it hurry', async () => {
	const { account, state } = openAccount()
	state.fail = () => refusal(503)
	const store = openCards()
	sync(store, account)
	await settle()
	store.put(card('a'))
	await vi.advanceTimersByTimeAsync(1999)
	expect(state.calls).toHaveLength(1)
})

test.each([400, 409, 413])('what the account refuses with %i stays here and is not sent again until it changes', async (status) => {
	const { account, state } = openAccount()
	state.fail = (cards) => (cards.some(({ text }) => text === 'bad') ? refusal(status) : null)
	const store = openCards()
	store.put(card('a', 'bad'))
	store.put(card('b'))
	const { states } = sync(store, account)
	await settle()
	// A record that can't be stored doesn't block the others.
	expect([state.held, states.at(-1)]).toEqual([[card('b')], 'refused'])
	const calls = state.calls.length
	store.put(card('c'))
	await quiet()
	expect(state.calls.slice(calls)).toEqual([['c']])
	expect(store.book().items[0]).toEqual(card('a', 'bad'))
	store.put(card('a', 'good', 2))
	await quiet()
	expect([state.held[0], states.at(-1)]).toEqual([card('a', 'good', 2), 'synced'])
})

test('what doesn’t fit a full account stays here, and is sent when space is freed', async () => {
	const { account, state } = openAccount([card('b', 'x'.repeat(700))])
	state.fail = (cards) =>
		cards.some(({ text, name }) => name === 'a' && text.length + (state.held[0]?.text.length ?? 0) > state.limit)
			? refusal(413, 'storage_full')
			: null
	const store = openCards()
	store.put(card('a', 'y'.repeat(500)))
	const { states } = sync(store, account)
	await settle()
	expect([states.at(-1), store.book().unsent]).toEqual(['full', ['a']])
	store.put(card('c', 'z'))
	await quiet()
	expect(state.calls.at(-1)).toEqual(['c'])
	store.put(card('b', 'x'.repeat(490), 2))
	await vi.advanceTimersByTimeAsync(300)
	expect([state.calls.at(-1), states.at(-1), store.book().unsent]).toEqual([['a'], 'nearly-full', []])
})

test('a token that the server does not know is renewed, and a session that is over is forgotten', async () => {
	localStorage.setItem('sb-localhost-auth-token', '{}')
	const refreshSession = vi.fn(() => Promise.resolve({ error: { status: 400 } }))
	vi.mocked(loadAuth).mockResolvedValue({ refreshSession } as never)
	const { account, state } = openAccount()
	state.fail = () => refusal(401, 'bad_jwt')
	const { states } = sync(openCards(), account)
	await settle()
	expect(refreshSession).toHaveBeenCalledTimes(1)
	expect(localStorage.getItem('sb-localhost-auth-token')).toBeNull()
	expect(states.at(-1)).toBe('waiting')
})

test('another account that signs in on this browser gets neither the records nor what was unsent', async () => {
	const [ana, ben] = [openAccount(), openAccount([card('of ben')])]
	const store = openCards()
	store.put(card('sent'))
	const first = sync(store, ana.account)
	await settle()
	ana.state.fail = () => UNREACHABLE
	store.put(card('unsent'))
	first.stop()
	const second = sync(store, ben.account, 'ben')
	await settle()
	expect([store.owner, names(store)]).toEqual(['ben', ['of ben']])
	expect(ben.state.held).toEqual([card('of ben')])
	expect(localStorage.getItem(CARDS_KEY)).not.toContain('"sent"')
	second.stop()

	ana.state.fail = () => null
	sync(store, ana.account)
	await settle()
	expect([names(store), ana.state.held.map(({ name }) => name)]).toEqual([
		['sent', 'unsent'],
		['sent', 'unsent'],
	])
})

test('a call that is under way when another account signs in changes nothing of theirs, and its sync stays away', async () => {
	const { account, state } = openAccount([card('of ana')])
	const answered = Promise.withResolvers<void>()
	const merge = vi.fn(async (cards: readonly Card[]) => {
		await answered.promise
		return account.merge(cards)
	})
	const store = openCards()
	sync(store, { ...account, merge })
	store.prepareFor('ben')
	answered.resolve()
	await settle()
	store.put(card('of ben'))
	window.dispatchEvent(new Event('online'))
	await quiet()
	expect([store.owner, names(store), merge.mock.calls.length, state.calls]).toEqual(['ben', ['of ben'], 1, [[]]])
})

test('where a clock is ahead, the time of the account is taken over and nothing is sent again', async () => {
	const { account, state } = openAccount()
	const store = openCards()
	store.put(card('a', 'from the future', 9_000_000))
	sync(store, account)
	await settle()
	expect(store.book()).toEqual({ items: [card('a', 'from the future', 1_000_000)], unsent: [] })
	window.dispatchEvent(new Event('online'))
	await settle()
	expect(state.calls).toEqual([['a'], []])
})

test('what changes while the account answers stays as it is and is sent again', async () => {
	const { account, state } = openAccount()
	const store = openCards()
	store.put(card('a'))
	const { states } = sync(store, account)
	store.put(card('a', 'meanwhile', 2))
	await settle()
	expect([states, store.book().unsent]).toEqual([['syncing'], ['a']])
	await quiet()
	expect([state.held, states.at(-1)]).toEqual([[card('a', 'meanwhile', 2)], 'synced'])
})

test.each([{ restarts: 0 }, { restarts: 1 }])(
	'a sync that ends in the middle of a run sends nothing more (restarted before: $restarts)',
	async ({ restarts }) => {
		const { account, state } = openAccount()
		let answer = () => {}
		const merge: Account<Card>['merge'] = async (cards) => {
			await new Promise<void>((resolve) => (answer = resolve))
			return account.merge(cards)
		}
		const store = openCards()
		store.put(card('a'))
		store.put(card('b'))
		const { running, stop } = sync(store, { ...account, batch: 1, merge })
		for (let time = 0; time < restarts; time += 1) running.restart()
		stop()
		answer()
		await settle()
		answer()
		await settle()
		expect(state.calls).toEqual([['a']])
	},
)

test('a restart asks for everything again and offers what was refused once more, also when a call is under way', async () => {
	const { account, state } = openAccount()
	state.fail = (cards) => (cards.length > 0 ? refusal(409) : null)
	const store = openCards()
	store.put(card('a'))
	const { running, states } = sync(store, account)
	await settle()
	expect(states.at(-1)).toBe('refused')
	state.fail = () => null
	state.held = [card('from elsewhere')]
	running.restart()
	running.restart()
	await settle()
	expect([states.at(-1), names(store), state.held.length]).toEqual(['synced', ['a', 'from elsewhere'], 2])
})

test('where the browser stores nothing, the records live in memory and go to the account', async () => {
	vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
		throw new DOMException('blocked', 'SecurityError')
	})
	const { account, state } = openAccount()
	const store = openCards()
	store.put(card('a'))
	expect([store.view().isKept, names(store)]).toEqual([false, ['a']])
	sync(store, account)
	await settle()
	expect(state.held).toEqual([card('a')])
})

test('two tabs end with the union, and what one of them sent the other does not send again', async () => {
	const { account, state } = openAccount()
	const [here, there] = [openCards(), openCards()]
	here.put(card('a'))
	there.put(card('b'))
	here.put(card('c'))
	expect([names(here), names(there)]).toEqual([
		['a', 'b', 'c'],
		['a', 'b', 'c'],
	])
	sync(here, account)
	await settle()
	const other = sync(there, account)
	await settle()
	other.stop()
	expect(state.calls).toEqual([['a', 'b', 'c'], []])
	there.put(card('d'))
	await quiet()
	expect(state.calls.slice(2)).toEqual([['d']])
	expect(there.unsent('ana')).toEqual([])
})
