import { afterEach, expect, test, vi } from 'vitest'

import { readStoredUser, saveStoredUser } from './stored-user.ts'

const KEY = 'launchway_user'
const ANA = { name: 'Ana Test', email: 'ana@example.test' }

afterEach(() => {
	vi.restoreAllMocks()
	localStorage.clear()
	readStoredUser()
})

test('a user is stored as JSON with name and email, and is the same object until it changes', () => {
	saveStoredUser(ANA)
	expect(JSON.parse(localStorage.getItem(KEY) ?? '')).toEqual(ANA)
	expect(readStoredUser()).toEqual(ANA)
	expect(readStoredUser()).toBe(readStoredUser())
})

test.each([
	{ raw: '{"email":"ana@example.test"}', user: { name: '', email: 'ana@example.test' } },
	{ raw: '{"name":7,"email":"ana@example.test"}', user: { name: '', email: 'ana@example.test' } },
	{ raw: '{"name":"Ana"}', user: { name: 'Ana', email: '' } },
	{ raw: '{"name":"Ana","email":"  "}', user: { name: 'Ana', email: '' } },
	{ raw: '{"name":"Ana","email":{}}', user: { name: 'Ana', email: '' } },
	{ raw: '{"name":" ","email":""}', user: null },
	{ raw: '{}', user: null },
	{ raw: '"ana@example.test"', user: null },
	{ raw: 'null', user: null },
	{ raw: '[]', user: null },
	{ raw: '{', user: null },
])('the stored text $raw is parsed as $user', ({ raw, user }) => {
	localStorage.setItem(KEY, raw)
	expect(readStoredUser()).toEqual(user)
})

test('without storage the signed-up user is kept in memory', () => {
	vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
		throw new DOMException('blocked', 'SecurityError')
	})
	saveStoredUser(ANA)
	expect(readStoredUser()).toEqual(ANA)
})
