import { afterEach, expect, test, vi } from 'vitest'

import { forgetSession, notifySessionChange } from '#app/lib/stored-session.ts'
import { card, openAccount, openCards, UNREACHABLE } from '#tests/factories/cards.ts'
import { renderHook } from '#tests/setup/render-hook.ts'

import type { AccountApi } from './account-sync.ts'
import { AccountSync, useAccountSync } from './use-account-sync.ts'

vi.mock('#app/lib/backend.ts')

const KEY = 'sb-localhost-auth-token'
function signIn(id: string) {
	localStorage.setItem(KEY, JSON.stringify({ user: { id, email: `${id}@example.com` } }))
	notifySessionChange()
}

const settle = () => vi.advanceTimersByTimeAsync(0)

/** Renders a page with cards for a signed-in learner. */
async function openPage() {
	vi.useFakeTimers()
	signIn('ana')
	const { account, state } = openAccount()
	const store = openCards()
	const sync = new AccountSync({ store, account, quietMs: 1500 })
	const page = await renderHook(() => useAccountSync(sync))
	await page.run(settle)
	return { store, state, sync, page }
}

afterEach(() => {
	vi.useRealTimers()
	localStorage.clear()
	notifySessionChange()
})

test('an edit made just before leaving the page is synced at once', async () => {
	const { page, store, state } = await openPage()
	await page.run(() => store.put(card('a')))
	await page.leave()
	await settle()
	expect([state.held, store.unsent('ana')]).toEqual([[card('a')], []])
})

test('after leaving the page a failed request is retried, and later changes are sent', async () => {
	const { page, store, state } = await openPage()
	state.fail = () => UNREACHABLE
	await page.run(() => store.put(card('a')))
	await page.leave()
	await settle()
	state.fail = () => null
	await vi.advanceTimersByTimeAsync(2000)
	expect(state.held).toEqual([card('a')])
	store.put(card('b'))
	await vi.advanceTimersByTimeAsync(1500)
	expect(state.held).toEqual([card('a'), card('b')])
})

test('the next page loads the records again, because another browser may have changed them', async () => {
	const { page, store, state, sync } = await openPage()
	await page.leave()
	state.held = [card('from elsewhere')]
	const next = await renderHook(() => useAccountSync(sync))
	await next.run(settle)
	await next.leave()
	expect(store.ownPartition().items).toEqual([card('from elsewhere')])
})

test('syncing ends with the session on every page, and sends nothing to the next account', async () => {
	const { page, store, state, sync } = await openPage()
	state.fail = () => UNREACHABLE
	await page.run(() => store.put(card('a')))
	await page.leave()
	forgetSession()
	const calls = state.calls.length
	await vi.advanceTimersByTimeAsync(60_000)
	expect([sync.read(), state.calls.length]).toEqual(['idle', calls])
	expect(store.unsent('ana')).toEqual([card('a')])
	signIn('ben')
	await vi.advanceTimersByTimeAsync(60_000)
	expect(state.calls.length).toBe(calls)
})

test('records from an earlier visit are pending for their own account, unowned ones for the next', async () => {
	vi.useFakeTimers()
	signIn('ana')
	const store = openCards()
	const { account, state } = openAccount()
	const asked = vi.fn<AccountApi<{ name: string; text: string; changedAt: number }>['merge']>((cards) => account.merge(cards))
	const sync = new AccountSync({ store, account: { ...account, merge: asked }, quietMs: 1500 })
	sync.startIfPending('ana')
	await settle()
	expect([asked.mock.calls.length, sync.isPending('ana')]).toEqual([0, false])

	store.put(card('loose'))
	expect([sync.isPending('ana'), sync.isPending('ben')]).toEqual([true, true])
	store.prepareFor('ana')
	expect([sync.isPending('ana'), sync.isPending('ben')]).toEqual([true, false])
	sync.startIfPending('ana')
	await settle()
	expect([state.held, sync.isPending('ana')]).toEqual([[card('loose')], false])
})
