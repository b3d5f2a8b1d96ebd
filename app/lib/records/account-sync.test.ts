import { afterEach, expect, onTestFinished, test, vi } from 'vitest'

import { loadAuth } from '#app/lib/backend.ts'
import { type Card, card, CARDS_KEY, openAccount, openCards, refusal, UNREACHABLE } from '#tests/factories/cards.ts'

import { type AccountApi, retryDelayMs, RunningSync, type SyncState } from './account-sync.ts'
import type { RecordStore } from './record-store.ts'

vi.mock('#app/lib/backend.ts')

afterEach(() => {
	vi.useRealTimers()
	vi.restoreAllMocks()
	localStorage.clear()
})

function sync(store: RecordStore<Card>, account: AccountApi<Card>, userId = 'ana') {
	vi.useFakeTimers()
	const states: SyncState[] = []
	const running = new RunningSync({ store, account, quietMs: 100 }, userId, (state) => states.push(state))
	const stop = () => running.stop()
	onTestFinished(stop)
	return { states, stop, running }
}

const settle = () => vi.advanceTimersByTimeAsync(0)
const quiet = () => vi.advanceTimersByTimeAsync(100)
const names = (store: RecordStore<Card>) => store.ownPartition().items.map(({ name }) => name)

test('browser and account are merged in both directions, and the browser stores the result', async () => {
	const { account, state } = openAccount([card('b')])
	const store = openCards()
	store.put(card('a'))
	const { states } = sync(store, account)
	await settle()
	expect(names(store)).toEqual(['a', 'b'])
	expect(state.held).toEqual(store.ownPartition().items)
	expect(openCards().ownPartition()).toEqual({ items: store.ownPartition().items, unsent: [] })
	expect(states).toEqual(['syncing', 'synced'])
})

test('offline changes are queued over a reload and sent when the network is back', async () => {
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
])('after $failures failures the next retry waits $delay ms', ({ failures, delay }) => {
	expect(retryDelayMs(failures)).toBe(delay)
})

test.each([401, 403, 404, 408, 429, 500, 502, 503, 504])(
	'after answer %i it retries with growing delays and loses nothing',
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

test('a change during a retry delay doesn’t shorten it', async () => {
	const { account, state } = openAccount()
	state.fail = () => refusal(503)
	const store = openCards()
	sync(store, account)
	await settle()
	store.put(card('a'))
	await vi.advanceTimersByTimeAsync(1999)
	expect(state.calls).toHaveLength(1)
})

test.each([400, 409, 413])('a record the account refuses with %i is kept and not resent until it changes', async (status) => {
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
	expect(store.ownPartition().items[0]).toEqual(card('a', 'bad'))
	store.put(card('a', 'good', 2))
	await quiet()
	expect([state.held[0], states.at(-1)]).toEqual([card('a', 'good', 2), 'synced'])
})

test('a record over the quota is kept, and sent when space is freed', async () => {
	const { account, state } = openAccount([card('b', 'x'.repeat(700))])
	state.fail = (cards) =>
		cards.some(({ text, name }) => name === 'a' && text.length + (state.held[0]?.text.length ?? 0) > state.limit)
			? refusal(413, 'storage_full')
			: null
	const store = openCards()
	store.put(card('a', 'y'.repeat(500)))
	const { states } = sync(store, account)
	await settle()
	expect([states.at(-1), store.ownPartition().unsent]).toEqual(['full', ['a']])
	store.put(card('c', 'z'))
	await quiet()
	expect(state.calls.at(-1)).toEqual(['c'])
	store.put(card('b', 'x'.repeat(490), 2))
	await vi.advanceTimersByTimeAsync(300)
	expect([state.calls.at(-1), states.at(-1), store.ownPartition().unsent]).toEqual([['a'], 'nearly-full', []])
})

test('a token unknown to the server is renewed, and an ended session is forgotten', async () => {
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

test('another account signing in gets neither synced nor unsent records', async () => {
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

test('a request still running when another account signs in doesn’t affect it', async () => {
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

test('with a fast clock the account’s time is adopted and nothing is resent', async () => {
	const { account, state } = openAccount()
	const store = openCards()
	store.put(card('a', 'from the future', 9_000_000))
	sync(store, account)
	await settle()
	expect(store.ownPartition()).toEqual({ items: [card('a', 'from the future', 1_000_000)], unsent: [] })
	window.dispatchEvent(new Event('online'))
	await settle()
	expect(state.calls).toEqual([['a'], []])
})

test('changes during a request are kept and sent next', async () => {
	const { account, state } = openAccount()
	const store = openCards()
	store.put(card('a'))
	const { states } = sync(store, account)
	store.put(card('a', 'meanwhile', 2))
	await settle()
	expect([states, store.ownPartition().unsent]).toEqual([['syncing'], ['a']])
	await quiet()
	expect([state.held, states.at(-1)]).toEqual([[card('a', 'meanwhile', 2)], 'synced'])
})

test.each([{ restarts: 0 }, { restarts: 1 }])(
	'a sync stopped during a run sends nothing more (restarted before: $restarts)',
	async ({ restarts }) => {
		const { account, state } = openAccount()
		let answer = () => {}
		const merge: AccountApi<Card>['merge'] = async (cards) => {
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

test('a restart reloads everything and retries refused records, even during a request', async () => {
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

test('after a restart the first retry comes early again', async () => {
	const { account, state } = openAccount()
	state.fail = () => UNREACHABLE
	openCards().put(card('a'))
	const { running } = sync(openCards(), account)
	await vi.advanceTimersByTimeAsync(2000 + 4000)
	running.restart()
	await settle()
	const before = state.calls.length
	await vi.advanceTimersByTimeAsync(retryDelayMs(1))
	expect(state.calls).toHaveLength(before + 1)
})

test('without storage records stay in memory and are synced', async () => {
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

test('two tabs merge their records, and don’t resend each other’s', async () => {
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
