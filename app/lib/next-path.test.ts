import { expect, test } from 'vitest'

import { parseNextPath, withNextPath } from './next-path.ts'

test.each([
	['/modules', '/modules'],
	['/course/module1?from=mail#section-2', '/course/module1?from=mail#section-2'],
	['/', '/'],
	['/%2F%2Fevil.example', '/%2F%2Fevil.example'],
	[null, null],
	['', null],
	['modules', null],
	['//evil.example', null],
	['/\\evil.example', null],
	['/\t/evil.example', null],
	['/..//evil.example', null],
	['https://evil.example/', null],
	['javascript:alert(1)', null],
	['/login?next=/login', null],
	['/auth/callback?code=1', null],
	['/reset-password', null],
	[`/${'a'.repeat(2000)}`, null],
])('?next=%s leads to %s', (raw, expected) => {
	expect(parseNextPath(raw)).toBe(expected)
})

test('the return path survives another link', () => {
	const link = withNextPath('/login', '/course/module1?from=mail')
	expect(parseNextPath(new URL(link, 'http://launchway.test').searchParams.get('next'))).toBe('/course/module1?from=mail')
	expect(withNextPath('/login', null)).toBe('/login')
})
