import { expect, test } from 'vitest'

import { checkCodeChallenge } from './code-challenge.ts'

const CHALLENGE = `${'aZ0-._~'.repeat(7)}`
const INCOMPLETE = 'PKCE flow requires code_challenge_method and code_challenge'
const MALFORMED = 'code_challenge has to be between 43 and 128 characters of A-Z a-z 0-9 - . _ ~'

test('null values, as in the implicit flow, mean no challenge', () => {
	for (const absent of [null, undefined, '']) expect(checkCodeChallenge(absent, absent)).toEqual({ ok: true, challenge: null })
})

test.each([43, 128])('a challenge of %i characters is accepted', (length) => {
	expect(checkCodeChallenge('a'.repeat(length), 's256')).toMatchObject({ ok: true })
})

test.each(['s256', 'S256', 'plain'])('method %s is accepted', (method) => {
	expect(checkCodeChallenge(CHALLENGE, method)).toEqual({ ok: true, challenge: { challenge: CHALLENGE, method: method.toLowerCase() } })
})

test.each([
	[CHALLENGE, null, INCOMPLETE],
	[null, 's256', INCOMPLETE],
	[CHALLENGE, 's512', 'code_challenge_method must be s256 or plain'],
	['a'.repeat(42), 's256', MALFORMED],
	['a'.repeat(129), 's256', MALFORMED],
	[`${CHALLENGE}+`, 's256', MALFORMED],
	[`${CHALLENGE}\n`, 's256', MALFORMED],
])('%j with %j is refused', (challenge, method, message) => {
	expect(checkCodeChallenge(challenge, method)).toEqual({ ok: false, message })
})
