import { afterEach, expect, onTestFinished, test, vi } from 'vitest'

import { RunningSync, type SyncState } from '#app/lib/records/account-sync.ts'
import type { MergeProgressResponse } from '#contracts/progress.ts'
import { mergeProgress } from '#domain/progress/merge-progress.ts'
import type { ProgressEntry } from '#domain/progress/progress-entry.ts'

import { ProgressStore } from './progress-store.ts'
import { progressAccount } from './use-progress-sync.ts'

const TASK = { kind: 'task', key: '1/skills', done: true } as const
const INTRO = { kind: 'section', key: '1/intro', done: true } as const

afterEach(() => {
	vi.useRealTimers()
	localStorage.clear()
})

/** An account that merges like the server and can be taken offline. */
function makeAccount(held: readonly ProgressEntry[] = []) {
	const account = {
		held: [...held],
		isAway: false,
		calls: [] as ProgressEntry[][],
		merge(entries: readonly ProgressEntry[]): Promise<MergeProgressResponse> {
			account.calls.push([...entries])
			if (account.isAway) return Promise.reject(new Error('offline'))
			account.held = mergeProgress(account.held, entries)
			return Promise.resolve({
				entries: account.held.map(({ detail, ...entry }) => ({ ...entry, ...(detail && { detail: { ...detail } }) })),
				refused: [],
			})
		},
	}
	return account
}

function begin(account: ReturnType<typeof makeAccount>, store = new ProgressStore(() => 1000)) {
	const states: SyncState[] = []
	const parts = { store, account: progressAccount((entries) => account.merge(entries)), quietMs: 800 }
	const running = new RunningSync(parts, 'ana', (state) => states.push(state))
	const stop = () => running.stop()
	onTestFinished(stop)
	return { store, states, stop }
}

const settle = () => vi.advanceTimersByTimeAsync(0)

test('at startup browser and account are merged in both directions', async () => {
	vi.useFakeTimers()
	const store = new ProgressStore(() => 1000)
	store.record(INTRO)
	const account = makeAccount([{ ...TASK, changedAt: 5 }])
	const { states } = begin(account, store)
	await settle()
	expect(store.read().entries).toEqual(account.held)
	expect(account.held.map(({ kind }) => kind)).toEqual(['section', 'task'])
	expect(states).toEqual(['syncing', 'synced'])
})

test('a burst of changes is one request with only the changes', async () => {
	vi.useFakeTimers()
	const account = makeAccount()
	const { store } = begin(account)
	await settle()
	store.record(INTRO)
	store.record(TASK)
	await vi.advanceTimersByTimeAsync(2000)
	expect(account.calls).toEqual([
		[],
		[
			{ ...INTRO, changedAt: 1000 },
			{ ...TASK, changedAt: 1000 },
		],
	])
})

test('offline changes are queued and sent when the network is back', async () => {
	vi.useFakeTimers()
	const account = makeAccount()
	const { store, states } = begin(account)
	await settle()
	account.isAway = true
	store.record(TASK)
	await vi.advanceTimersByTimeAsync(1000)
	expect(states.at(-1)).toBe('waiting')
	expect(account.held).toEqual([])

	account.isAway = false
	window.dispatchEvent(new Event('online'))
	await settle()
	expect(account.held).toEqual([{ ...TASK, changedAt: 1000 }])
	expect(states.at(-1)).toBe('synced')
})

test('a failed sync is retried with growing delays until it is stopped', async () => {
	vi.useFakeTimers()
	const account = makeAccount()
	account.isAway = true
	const { stop } = begin(account)
	await vi.advanceTimersByTimeAsync(0)
	expect(account.calls).toHaveLength(1)
	await vi.advanceTimersByTimeAsync(2000)
	expect(account.calls).toHaveLength(2)
	await vi.advanceTimersByTimeAsync(2000)
	expect(account.calls).toHaveLength(2)
	await vi.advanceTimersByTimeAsync(2000)
	expect(account.calls).toHaveLength(3)
	stop()
	await vi.advanceTimersByTimeAsync(600_000)
	expect(account.calls).toHaveLength(3)
})

test('an answer with unreadable entries is ignored', async () => {
	vi.useFakeTimers()
	const store = new ProgressStore(() => 1000)
	store.record(TASK)
	const account = makeAccount()
	account.merge = () => Promise.resolve({ entries: [{ kind: 'nonsense' }, null], refused: [] } as unknown as MergeProgressResponse)
	begin(account, store)
	await settle()
	expect(store.read().entries).toEqual([{ ...TASK, changedAt: 1000 }])
})

test('the status isn’t “synced” before the account has answered', async () => {
	vi.useFakeTimers()
	const account = makeAccount()
	const { store, states } = begin(account)
	await settle()
	expect(states.at(-1)).toBe('synced')
	store.record(TASK)
	expect(states.at(-1)).toBe('syncing')
	await vi.advanceTimersByTimeAsync(1000)
	expect(states.at(-1)).toBe('synced')
	expect(account.held).toHaveLength(1)
})

test('changes during a request aren’t counted as confirmed', async () => {
	vi.useFakeTimers()
	const account = makeAccount()
	const { store, states } = begin(account)
	store.record(TASK)
	await settle()
	expect(states).toEqual(['syncing'])
	await vi.advanceTimersByTimeAsync(1000)
	expect(states.at(-1)).toBe('synced')
})
