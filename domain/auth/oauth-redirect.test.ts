// asvs V1.2.2
// regression CVE-2025-27143
import { expect, test } from 'vitest'

import { findRedirectProblem, redirectsToDevice } from './oauth-redirect.ts'

test.each([
	['https://app.example/back', true, null],
	['https://app.example/back?of=a', false, null],
	['http://localhost:8080/back', false, null],
	['http://127.0.0.1/back', true, null],
	['http://[::1]:9/back', true, null],
	['com.example.app:/back', true, null],
	['com.example.app:/back', false, 'private schemes are only for public clients'],
	['http://app.example/back', true, 'http is allowed only for this machine'],
	['http://localhost.evil.example/', true, 'http is allowed only for this machine'],
	['http://127.0.0.1.evil.example/', true, 'http is allowed only for this machine'],
	['https://app.example/back#part', true, 'must not have a fragment'],
	['https://app.example/back#', true, 'must not have a fragment'],
	['https://app@evil.example/', true, 'must have a plain lowercase host and no user'],
	['https://app.example:x/', true, 'must have a plain lowercase host and no user'],
	['HTTPS://app.example/', true, 'must have a plain lowercase host and no user'],
	['https:app.example/', true, 'must have a plain lowercase host and no user'],
	['https://app.example\\@evil.example/', true, 'must be an absolute URL'],
	['javascript:alert(1)', true, 'must be https, or http to this machine'],
	['data:text/html,x', true, 'must be https, or http to this machine'],
	['app:/back', true, 'must be https, or http to this machine'],
	['https://app.example', false, null],
	['https://app.example?of=a', false, null],
	['https://a/back', false, null],
	[`https://app.example/${'x'.repeat(2028)}`, true, null],
	[`https://app.example/${'x'.repeat(2029)}`, true, 'must be an absolute URL'],
	['HTTP://localhost/', true, 'must have a plain lowercase host and no user'],
	['com.example.app:https://app.example/', false, 'private schemes are only for public clients'],
	['com.example.app:http://localhost/', false, 'private schemes are only for public clients'],
	['com.example.app:https:', true, null],
	['/com.example.app:/back', true, 'must be an absolute URL'],
	['/app:/back', true, 'must be an absolute URL'],
	['/back', true, 'must be an absolute URL'],
	['https://app.example/ back', true, 'must be an absolute URL'],
	['https://app.example/\nback', true, 'must be an absolute URL'],
	[`https://app.example/${'x'.repeat(2048)}`, true, 'must be an absolute URL'],
	['', true, 'must be an absolute URL'],
])('%s, public %s: %s', (uri, isPublic, problem) => {
	expect(findRedirectProblem(uri, { isPublic })).toBe(problem)
})

test('a loopback redirect doesn’t identify a known client', () => {
	expect(['https://app.example/', 'https://localhost/', 'http://localhost:1/', 'com.example.app:/back'].map(redirectsToDevice)).toEqual([
		false,
		true,
		true,
		true,
	])
})
