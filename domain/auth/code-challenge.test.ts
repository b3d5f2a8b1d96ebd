import { expect, test } from 'vitest'

import { checkCodeChallenge } from './code-challenge.ts'

const CHALLENGE = `${'aZ0-._~'.repeat(7)}`

test('nulls, as the implicit flow sends them, are no challenge', () => {
	for (const absent of [null, undefined, '']) expect(checkCodeChallenge(absent, absent)).toEqual({ ok: true, challenge: null })
})

test.each(['s256', 'S256', 'plain'])('method %s is known', (method) => {
	expect(checkCodeChallenge(CHALLENGE, method)).toEqual({ ok: true, challenge: { challenge: CHALLENGE, method: method.toLowerCase() } })
})

test.each([
	[CHALLENGE, null],
	[null, 's256'],
	[CHALLENGE, 's512'],
	['a'.repeat(42), 's256'],
	['a'.repeat(129), 's256'],
	[`${CHALLENGE}+`, 's256'],
	[`${CHALLENGE}\n`, 's256'],
])('%j with %j is refused', (challenge, method) => {
	expect(checkCodeChallenge(challenge, method)).toMatchObject({ ok: false })
})
