import { afterEach, expect, test } from 'vitest'

import { dismissEndedSession, markSigningOut, onEndedSession, readEndedSession } from './ended-session.ts'
import { notifySessionChange } from './stored-session.ts'

const KEY = 'sb-localhost-auth-token'
const ADA = { id: 'u1', email: 'ada@example.com' }

/** Opens a page on which the learner Ada is signed in. */
function openPage() {
	const enter = () => {
		localStorage.setItem(KEY, JSON.stringify({ access_token: 'a', user: ADA }))
		notifySessionChange()
	}
	const end = () => {
		localStorage.removeItem(KEY)
		notifySessionChange()
	}
	let heard = 0
	enter()
	const stop = onEndedSession(() => heard++)
	return { enter, end, stop, heard: () => heard }
}

afterEach(() => {
	localStorage.clear()
	notifySessionChange()
	dismissEndedSession()
})

test('an unexpectedly ended session is reported with its user until the user signs in again', () => {
	const page = openPage()
	expect(readEndedSession()).toBeNull()
	page.end()
	expect([readEndedSession()?.email, page.heard()]).toEqual(['ada@example.com', 1])
	page.enter()
	expect([readEndedSession(), page.heard()]).toEqual([null, 2])
	page.stop()
})

test.each([['sb-localhost-auth-token'], [null]])('a session ended by another tab (%s) is noticed', (key) => {
	const page = openPage()
	// The storage event fires only in other tabs; a null key means that the storage was cleared.
	localStorage.removeItem(KEY)
	window.dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }))
	expect([readEndedSession()?.email, page.heard()]).toEqual(['ada@example.com', 1])
	page.stop()
})

test('signing out on purpose isn’t reported; after the next sign-in an ended session is again', () => {
	const page = openPage()
	markSigningOut(ADA.id)
	page.end()
	expect(readEndedSession()).toBeNull()
	page.enter()
	page.end()
	expect(readEndedSession()?.id).toBe(ADA.id)
	page.stop()
})

test('a page opened without a session has none to end, and a dismissed one stays dismissed', () => {
	const page = openPage()
	page.end()
	dismissEndedSession()
	page.end()
	expect(readEndedSession()).toBeNull()
	page.stop()
})
