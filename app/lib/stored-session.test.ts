import { afterEach, expect, test } from 'vitest'

import { onSessionChange, readSession, notifySessionChange } from './stored-session.ts'

const KEY = 'sb-localhost-auth-token'
const session = (user: object) => JSON.stringify({ access_token: 'a', user })

afterEach(() => localStorage.clear())

test.each([
	['a learner with a name', session({ id: 'u1', email: 'ada@example.com', user_metadata: { name: 'Ada' } }), 'Ada'],
	['a learner without one', session({ id: 'u1', email: 'ada@example.com' }), null],
	['a learner whose name isn’t a string', session({ id: 'u1', email: 'ada@example.com', user_metadata: { name: 7 } }), null],
	['a learner whose name is blank', session({ id: 'u1', email: 'ada@example.com', user_metadata: { name: ' ' } }), null],
])('%s is signed in', (_case, raw, name) => {
	localStorage.setItem(KEY, raw)
	expect(readSession()).toEqual({ status: 'signed-in', user: { id: 'u1', email: 'ada@example.com', name } })
})

test.each([
	['sso:0b9d', true],
	['email', undefined],
	[7, undefined],
])('an account from provider %s is managed elsewhere: %s', (provider, isManaged) => {
	localStorage.setItem(KEY, session({ id: 'u1', email: '', app_metadata: { provider } }))
	expect(readSession()).toEqual({ status: 'signed-in', user: { id: 'u1', email: '', name: null, isManaged } })
})

test.each([
	['nothing', null],
	['no JSON', '{'],
	['JSON null', 'null'],
	['a session without a user', '{"access_token":"a"}'],
	['a user without an address', session({ id: 'u1' })],
])('%s is signed out', (_case, raw) => {
	if (raw !== null) localStorage.setItem(KEY, raw)
	expect(readSession()).toEqual({ status: 'signed-out' })
})

test('the same session is the same object, and a new one is noticed', () => {
	localStorage.setItem(KEY, session({ id: 'u1', email: 'ada@example.com' }))
	const first = readSession()
	expect(readSession()).toBe(first)
	localStorage.setItem(KEY, session({ id: 'u2', email: 'bob@example.com' }))
	expect(readSession()).toMatchObject({ user: { id: 'u2' } })
})

test('listeners are called on sign-in in this tab until they unsubscribe', () => {
	let heard = 0
	const stop = onSessionChange(() => heard++)
	notifySessionChange()
	stop()
	notifySessionChange()
	expect(heard).toBe(1)
})
