// asvs V1.1.1 V1.2.2 V3.7.2
// regression ccf20d72 redirect-list CVE-2025-27143
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { isLong } from '#tests/setup/long-tests.ts'

import { chooseRedirect, shortenRedirect } from './choose-redirect.ts'

const SITE = 'https://academy.example'
const rule = {
	siteUrl: SITE,
	sitePaths: new Set(['/dashboard', '/auth/callback', '/course/module1']),
	allowList: ['https://app.example/welcome', 'https://whole.example/', 'http://localhost:5173', 'launchway://signed-in'],
}
const choose = (requested: string | null | undefined) => chooseRedirect(requested, rule)

test.each([
	['/dashboard', `${SITE}/dashboard`],
	[`${SITE}/dashboard`, `${SITE}/dashboard`],
	[`${SITE}/auth/callback?next=%2Fmodules`, `${SITE}/auth/callback?next=%2Fmodules`],
	[`${SITE}/course/module1#lesson`, `${SITE}/course/module1`],
	[SITE, SITE],
	[`${SITE}/`, `${SITE}/`],
	[`${SITE}?from=mail`, `${SITE}?from=mail`],
	['https://whole.example', 'https://whole.example'],
	['https://whole.example/', 'https://whole.example/'],
	['http://localhost:5173', 'http://localhost:5173'],
	['http://localhost:5173/?from=mail', 'http://localhost:5173/?from=mail'],
	['https://app.example/welcome', 'https://app.example/welcome'],
	['https://app.example/welcome?from=mail', 'https://app.example/welcome?from=mail'],
	['launchway://signed-in', 'launchway://signed-in'],
	['launchway://signed-in?from=mail', 'launchway://signed-in?from=mail'],
])('%s is allowed', (requested, redirect) => {
	expect(choose(requested)).toBe(redirect)
})

const ATTACKS = [
	'',
	'//evil.example',
	'///evil.example/dashboard',
	'/\\evil.example',
	'\\\\evil.example',
	'/\t/evil.example',
	'/\n/evil.example',
	'https:evil.example',
	'https:/evil.example',
	'https:\\\\evil.example',
	'https:///evil.example',
	'http://academy.example/dashboard',
	'https://academy.example:444/dashboard',
	'https://academy.example@evil.example/dashboard',
	'https://academy.example:pass@evil.example/dashboard',
	'https://evil.example\\@academy.example/dashboard',
	'https://evil.example#@academy.example/dashboard',
	'https://evil.example?academy.example/dashboard',
	'https://academy.example.evil.example/dashboard',
	'https://evilacademy.example/dashboard',
	'https://ACADEMY.example.evil.example',
	'https://academy.example%2eevil.example/',
	'https://academy.example%00.evil.example/',
	'https://аcademy.example/dashboard', // Cyrillic а
	'https://xn--cademy-3nf.example/dashboard',
	'https://academy。example/dashboard',
	'https://2130706433/dashboard',
	'https://0x7f000001/',
	'https://127.0.0.1/dashboard',
	'https://[::1]/dashboard',
	'https://localhost/dashboard',
	'javascript:alert(1)',
	'java\tscript:alert(1)',
	' javascript:alert(1)',
	'javascript://academy.example/%0aalert(1)',
	'data:text/html,<script>alert(1)</script>',
	'vbscript:x',
	'file:///etc/passwd',
	'blob:https://academy.example/x',
	'/dashboard/../admin',
	'/dashboard/',
	'/dashboard%2f..%2fadmin',
	'/./dashboard',
	'/%64ashboard',
	'/admin',
	`${SITE}/dashboard//evil.example`,
	`${SITE}/dashboard\r\nSet-Cookie: a=b`,
	`${SITE}//evil.example`,
	`${SITE}\t/dashboard`,
	' /dashboard',
	'dashboard',
	'?next=//evil.example',
	'#//evil.example',
	'https://app.example/welcome/more',
	'https://app.example/',
	'https://app.example/welcome@evil.example',
	'https://app.example.evil.example/welcome',
	'launchway://signed-in.evil',
	'launchway://other',
	'https://whole.example/other',
	'https://whole.example:444',
	'http://localhost',
	'http://localhost:517',
	'http://localhost:51730',
	'http://localhost:517300',
]
test.each(ATTACKS)('%j redirects to the site itself', (requested) => {
	const redirect = choose(requested)
	// Parses the result as a browser would instead of only comparing text.
	expect([new URL(redirect).origin, new URL(redirect).pathname]).toEqual([SITE, '/'])
})

test.each([null, undefined])('%s redirects to the site', (requested) => {
	expect(choose(requested)).toBe(SITE)
})

test('any requested redirect ends on the site or an allowed URL', () => {
	const pieces = fc.constantFrom(
		'https:',
		'http:',
		'//',
		'/',
		'\\',
		'@',
		':',
		'?',
		'#',
		'.',
		'%2f',
		'\t',
		'\n',
		'academy.example',
		'evil.example',
		'dashboard',
		'javascript:',
	)
	const requested = fc.oneof(
		fc.string(),
		fc.webUrl(),
		fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join('')),
	)
	fc.assert(
		fc.property(requested, (text) => {
			expect(new URL(choose(text)).origin).toBe(SITE)
		}),
		{ numRuns: isLong ? 3000 : 600 },
	)
})

test.each([
	[`${SITE}/dashboard?a=b`, '/dashboard?a=b'],
	[`${SITE}/`, '/'],
	[SITE, '/'],
	['https://app.example/welcome', 'https://app.example/welcome'],
	['https://academy.example.evil/', 'https://academy.example.evil/'],
])('%s is shortened in a link to %s', (redirect, short) => {
	expect(shortenRedirect(redirect, SITE)).toBe(short)
})
