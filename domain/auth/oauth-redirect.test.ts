// asvs V1.2.2
// regression CVE-2025-27143
import { expect, test } from 'vitest'

import { findRedirectProblem, leadsToOwnMachine } from './oauth-redirect.ts'

test.each([
	['https://app.example/back', true, null],
	['https://app.example/back?of=a', false, null],
	['http://localhost:8080/back', false, null],
	['http://127.0.0.1/back', true, null],
	['http://[::1]:9/back', true, null],
	['com.example.app:/back', true, null],
	['com.example.app:/back', false, 'an own scheme is for public clients'],
	['http://app.example/back', true, 'http is for this machine alone'],
	['http://localhost.evil.example/', true, 'http is for this machine alone'],
	['http://127.0.0.1.evil.example/', true, 'http is for this machine alone'],
	['https://app.example/back#part', true, 'must not have a fragment'],
	['https://app.example/back#', true, 'must not have a fragment'],
	['https://app@evil.example/', true, 'must have a plain host in small letters and no user'],
	['https://app.example:x/', true, 'must have a plain host in small letters and no user'],
	['HTTPS://app.example/', true, 'must have a plain host in small letters and no user'],
	['https:app.example/', true, 'must have a plain host in small letters and no user'],
	['https://app.example\\@evil.example/', true, 'must be a whole address'],
	['javascript:alert(1)', true, 'must be https, or http to this machine'],
	['data:text/html,x', true, 'must be https, or http to this machine'],
	['app:/back', true, 'must be https, or http to this machine'],
	['https://app.example', false, null],
	['https://app.example?of=a', false, null],
	['https://a/back', false, null],
	[`https://app.example/${'x'.repeat(2028)}`, true, null],
	[`https://app.example/${'x'.repeat(2029)}`, true, 'must be a whole address'],
	['HTTP://localhost/', true, 'must have a plain host in small letters and no user'],
	['com.example.app:https://app.example/', false, 'an own scheme is for public clients'],
	['com.example.app:http://localhost/', false, 'an own scheme is for public clients'],
	['com.example.app:https:', true, null],
	['/com.example.app:/back', true, 'must be a whole address'],
	['/app:/back', true, 'must be a whole address'],
	['/back', true, 'must be a whole address'],
	['https://app.example/ back', true, 'must be a whole address'],
	['https://app.example/\nback', true, 'must be a whole address'],
	[`https://app.example/${'x'.repeat(2048)}`, true, 'must be a whole address'],
	['', true, 'must be a whole address'],
])('%s, public %s: %s', (uri, isPublic, problem) => {
	expect(findRedirectProblem(uri, { isPublic })).toBe(problem)
})

test('a loopback program is never a known client', () => {
	expect(['https://app.example/', 'https://localhost/', 'http://localhost:1/', 'com.example.app:/back'].map(leadsToOwnMachine)).toEqual([
		false,
		true,
		true,
		true,
	])
})
