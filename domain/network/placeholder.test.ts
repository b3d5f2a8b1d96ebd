import { expect, test } from 'vitest'

import { isPlaceholderAddress, isPlaceholderHost } from './placeholder.ts'

test.each(['example.com', 'www.EXAMPLE.org', 'academy.example', 'x.test', 'localhost', 'site.invalid'])('%s is a placeholder', (host) => {
	expect([isPlaceholderHost(host), isPlaceholderAddress(`support@${host}`)]).toEqual([true, true])
})

test.each(['academy.com', 'myexample.com', 'example.com.au', 'test.academy.com', 'contest'])('%s is not a placeholder', (host) => {
	expect([isPlaceholderHost(host), isPlaceholderAddress(`support@${host}`)]).toEqual([false, false])
})

test('the host of an address is after its last @', () => {
	expect(isPlaceholderAddress('me@example.com@academy.com')).toBe(false)
	expect(isPlaceholderAddress('me@academy.com@example.com')).toBe(true)
	expect(isPlaceholderAddress('localhost')).toBe(true)
})
