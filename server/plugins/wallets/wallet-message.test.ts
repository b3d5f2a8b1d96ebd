import { expect, test } from 'vitest'

import { findWalletProblem } from './sign-in-with-wallet.ts'
import { parseWalletMessage } from './wallet-message.ts'

const ADDRESS = `0x${'aB'.repeat(20)}`
const NOW = new Date('2026-11-20T12:00:00Z')
const LINES = [
	'example.com wants you to sign in with your Ethereum account:',
	ADDRESS,
	'',
	'Welcome back.',
	'',
	'URI: https://example.com/login',
	'Version: 1',
	'Chain ID: 1',
	'Nonce: abcdef12',
	'Issued At: 2026-11-20T11:59:00.000Z',
]
const GOOD = LINES.join('\n')
const rule = { origins: new Set(['https://example.com', 'http://localhost:3000']), now: NOW }

test.each([
	['as in the standard', GOOD],
	['without a statement', GOOD.replace('Welcome back.\n\n', '')],
	['without a statement, as viem writes it', GOOD.replace('Welcome back.\n', '')],
	['with a scheme', `https://${GOOD}`],
	['without a nonce', GOOD.replace('Nonce: abcdef12\n', '')],
	[
		'with every field',
		`${GOOD}\nExpiration Time: 2026-11-20T12:10:00Z\nNot Before: 2026-11-20T11:00:00+00:00\nRequest ID: 1\nResources:\n- https://a.example`,
	],
])('a message %s is parsed and accepted', (_name, text) => {
	const message = parseWalletMessage('ethereum', text)
	expect(message).toMatchObject({ domain: 'example.com', address: ADDRESS, uri: 'https://example.com/login' })
	expect(message && findWalletProblem(message, rule)).toBeNull()
})

test.each([
	['of another chain', GOOD.replace('Ethereum', 'Solana')],
	['with a line before', `\n${GOOD}`],
	['with a line after', `${GOOD}\n`],
	['with an unknown field', `${GOOD}\nRole: admin`],
	['with a field twice', `${GOOD}\nURI: https://evil.example`],
	['with a statement of two lines', GOOD.replace('Welcome back.', 'Welcome\nback.')],
	['with carriage returns', GOOD.replaceAll('\n', '\r\n')],
	['with reversed text', GOOD.replace('Welcome', '\u202eWelcome')],
	['with NUL', GOOD.replace('Welcome', '\0')],
	['of another version', GOOD.replace('Version: 1', 'Version: 2')],
	['without a version', GOOD.replace('Version: 1\n', '')],
	['without a chain', GOOD.replace('Chain ID: 1\n', '')],
	['without a time', GOOD.replace(/\nIssued At.*/, '')],
	['with a time in words', GOOD.replace(/Issued At.*/, 'Issued At: yesterday')],
	['with an impossible time', GOOD.replace(/Issued At.*/, 'Issued At: 2026-13-40T00:00:00Z')],
	['with a short nonce', GOOD.replace('abcdef12', 'abc')],
	['with a short address', GOOD.replace(ADDRESS, '0x12')],
	['with a user in its domain', GOOD.replace('example.com wants', 'a@example.com wants')],
	['that is too long', GOOD.replace('Welcome', 'W'.repeat(20_480))],
	['that is too short', 'hello'],
])('a message %s can’t be parsed', (_name, text) => {
	expect(parseWalletMessage('ethereum', text)).toBeNull()
})

test.each([
	['another site', GOOD.replaceAll('example.com', 'evil.example'), 'Message was signed for another site'],
	['a domain that is not the address’s', GOOD.replace('https://example.com', 'https://evil.example'), 'Domain and URI differ'],
	['plain http', GOOD.replace('https:', 'http:'), 'URI must be https'],
	['a script', GOOD.replace('https://example.com/login', 'javascript:alert(1)'), 'URI must be https'],
	['a user in the address', GOOD.replace('https://', 'https://a:b@'), 'URI must be https'],
	['another scheme', `http://${GOOD}`, 'Scheme and URI differ'],
	['the future', GOOD.replace('11:59', '12:01'), 'Message was issued in the future'],
	['long ago', GOOD.replace('11:59', '11:49'), 'Message was issued too long ago'],
	['an expired message', `${GOOD}\nExpiration Time: 2026-11-20T12:00:00Z`, 'Message has expired'],
	['a message that isn’t valid yet', `${GOOD}\nNot Before: 2026-11-20T12:00:01Z`, 'Message is not valid yet'],
])('a message for %s is refused', (_name, text, problem) => {
	const message = parseWalletMessage('ethereum', text)
	expect(message && findWalletProblem(message, rule)).toBe(problem)
})
