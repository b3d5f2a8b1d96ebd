import { afterEach, expect, test, vi } from 'vitest'

import { ApiError } from '#app/lib/own-api.ts'
import { type AccountApi, RunningSync, type SyncState } from '#app/lib/records/account-sync.ts'
import { mergeWeek, toSentWeek } from '#domain/planner/merge-weeks.ts'
import { visibleRows, type PlannerWeek } from '#domain/planner/planner-week.ts'

import { PlannerStore } from './planner-store.ts'

const KEY = 'launchway_planner'
const WEEK = '2026-11-16'

afterEach(() => {
	vi.restoreAllMocks()
	localStorage.clear()
})

function openStore() {
	const time = { now: 1000 }
	return { store: new PlannerStore(() => (time.now += 1)), time }
}

function write(store: PlannerStore, place: number, ideaName: string, week = WEEK) {
	store.change(week, { type: 'write', id: visibleRows(store.week(week))[place]!.id, column: 'ideaName', text: ideaName })
}

const names = (store: PlannerStore, week = WEEK) => visibleRows(store.week(week)).map(({ ideaName }) => ideaName)

test('an edited week survives a reload, and an untouched one isn’t stored', () => {
	const { store } = openStore()
	expect(names(store)).toEqual(['', '', '', '', ''])
	expect(localStorage.getItem(KEY)).toBeNull()
	write(store, 1, 'Shop')
	expect(names(openStore().store)).toEqual(['', 'Shop', '', '', ''])
	expect(store.view().items.map(({ week }) => week)).toEqual([WEEK])
})

test('the snapshot is the same object until something changes', () => {
	const { store } = openStore()
	const before = store.view()
	expect(store.view()).toBe(before)
	write(store, 0, 'Shop')
	expect(store.view()).not.toBe(before)
	expect(store.view()).toBe(store.view())
})

test.each([
	'not json',
	'null',
	'[]',
	'"text"',
	'{"version":0,"rows":[1,2]}',
	'{"owner":7,"books":[]}',
	'{"owner":"","books":{"":{"weeks":"all","unsent":7}}}',
	'{"owner":"","books":{"":{"weeks":[{"week":"2026-11-17","rows":[]},{"week":"2026-11-16","rows":{"a":1}}]}}}',
	'{"__proto__":{"books":1},"books":null}',
])('the unreadable stored value %s is ignored', (raw) => {
	localStorage.setItem(KEY, raw)
	const { store } = openStore()
	expect(names(store).every((name) => name === '')).toBe(true)
	store.change(WEEK, { type: 'add', id: 'new', cells: { ideaName: 'works' } })
	expect(names(openStore().store)).toContain('works')
})

test('two tabs editing the same week keep both rows', () => {
	const [a, b] = [openStore().store, openStore().store]
	write(a, 0, 'from A')
	b.change(WEEK, { type: 'add', id: 'b-row', cells: { ideaName: 'from B' } })
	expect(names(a).filter(Boolean).toSorted()).toEqual(['from A', 'from B'])
})

const fullStorage = {
	getItem: () => null,
	setItem() {
		throw new DOMException('full', 'QuotaExceededError')
	},
	removeItem() {},
} as unknown as Storage

test('without storage the plan stays in memory, and the page says so', () => {
	const { store } = openStore()
	vi.spyOn(window, 'localStorage', 'get').mockReturnValue(fullStorage)
	write(store, 0, 'still here')
	expect(names(store)[0]).toBe('still here')
	expect(store.view().isKept).toBe(false)
})

const refusal = (code: string) =>
	new ApiError({ kind: 'refused', status: 413, code, message: 'x', fields: {}, requestId: null, retryAfterSeconds: null })

/** An account that merges like the server. */
function openAccount() {
	const held = new Map<string, PlannerWeek>()
	const state = { failure: null as Error | null, merges: 0, limit: 1_000_000 }
	const bytesOf = (weeks: Iterable<PlannerWeek>) => [...weeks].reduce((sum, week) => sum + JSON.stringify(week).length, 0)
	const storage = () => ({ used: bytesOf(held.values()), limit: state.limit })
	const account: AccountApi<PlannerWeek> = {
		batch: 1,
		async list() {
			if (state.failure) throw state.failure
			return { items: [...held.values()], storage: storage() }
		},
		async merge([sent]) {
			if (state.failure) throw state.failure
			state.merges += 1
			const week = toSentWeek(sent!)
			const before = held.get(week.week)
			const merged = before ? mergeWeek(before, week) : week
			const growth = bytesOf([merged]) - (before ? bytesOf([before]) : 0)
			if (growth > 0 && storage().used + growth > state.limit) throw refusal('storage_full')
			held.set(week.week, merged)
			return { items: [merged], storage: storage() }
		},
	}
	return { account, held, state }
}

/** Signs a learner in and waits until browser and account have synced. */
async function signIn(store: PlannerStore, userId: string, account: AccountApi<PlannerWeek>) {
	const states: SyncState[] = []
	const running = new RunningSync({ store, account, quietMs: 1500 }, userId, (state) => states.push(state))
	const stop = () => running.stop()
	await vi.waitFor(() => expect(states.at(-1)).not.toBe('syncing'))
	return { stop, states }
}

test('a plan made before sign-in is synced to the account and a second browser', async () => {
	const { account } = openAccount()
	const first = openStore().store
	write(first, 0, 'from the laptop')
	const { stop } = await signIn(first, 'ana', account)
	stop()
	localStorage.clear()

	const second = openStore().store
	write(second, 2, 'from the phone')
	const session = await signIn(second, 'ana', account)
	session.stop()
	expect(names(second).filter(Boolean).toSorted()).toEqual(['from the laptop', 'from the phone'])
	expect(names(second)).toHaveLength(5)
	expect(second.unsent('ana')).toEqual([])
})

test('another learner in the same browser doesn’t see or get the plan', async () => {
	const { store } = openStore()
	const [ana, ben] = [openAccount(), openAccount()]
	write(store, 0, 'of Ana')
	const session = await signIn(store, 'ana', ana.account)
	session.stop()
	const other = await signIn(store, 'ben', ben.account)
	other.stop()
	expect(names(store)).toEqual(['', '', '', '', ''])
	expect(ben.held.size).toBe(0)
	const back = await signIn(store, 'ana', ana.account)
	back.stop()
	expect(names(store)[0]).toBe('of Ana')
})

test('while the server is unreachable the plan is kept, and sent when the network is back', async () => {
	const { store } = openStore()
	const { account, held, state } = openAccount()
	state.failure = new ApiError({ kind: 'unreachable' })
	write(store, 0, 'offline')
	const { stop, states } = await signIn(store, 'ana', account)
	expect(states.at(-1)).toBe('waiting')
	expect(store.unsent('ana')).toHaveLength(1)
	state.failure = null
	window.dispatchEvent(new Event('online'))
	await vi.waitFor(() => expect(states.at(-1)).toBe('synced'))
	stop()
	expect(held.get(WEEK)?.rows.map(({ ideaName }) => ideaName)).toEqual(['offline'])
})

test('a week refused by the server stays in the browser and isn’t resent until it changes', async () => {
	const { store } = openStore()
	const { account, state } = openAccount()
	const merge = vi.fn(() => Promise.reject(refusal('planner_week_too_large')))
	write(store, 0, 'too long')
	const { stop, states } = await signIn(store, 'ana', { ...account, merge })
	expect(states.at(-1)).toBe('refused')
	window.dispatchEvent(new Event('online'))
	await vi.waitFor(() => expect(states.filter((each) => each === 'refused')).toHaveLength(2))
	stop()
	expect(merge).toHaveBeenCalledTimes(1)
	expect(state.merges).toBe(0)
	expect(names(store)[0]).toBe('too long')
})

test('a week that exceeds the quota stays in the browser, and is sent once another frees space', async () => {
	const { store } = openStore()
	const { account, held, state } = openAccount()
	write(store, 0, 'x'.repeat(1000))
	const { stop, states } = await signIn(store, 'ana', account)
	expect(states.at(-1)).toBe('synced')
	state.limit = JSON.stringify([...held.values()]).length + 500
	const merges = state.merges
	write(store, 0, 'y'.repeat(1000), '2026-11-23')
	await vi.waitFor(() => expect(states.at(-1)).toBe('full'), 5000)
	expect(names(store, '2026-11-23')[0]).toBe('y'.repeat(1000))
	expect([state.merges - merges, [...held.keys()]]).toEqual([1, [WEEK]])
	write(store, 0, 'short')
	await vi.waitFor(() => expect(states.at(-1)).toBe('nearly-full'), 5000)
	stop()
	expect([...held.keys()]).toEqual([WEEK, '2026-11-23'])
	expect(store.unsent('ana')).toEqual([])
})
