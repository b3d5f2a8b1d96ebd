import { expect, test } from 'vitest'

import { checkOneTimeToken } from './check-one-time-token.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const in1ms = new Date(NOW.getTime() + 1)

test.each([
	{ expiresAt: in1ms, wrongCodes: 0, state: 'live' },
	{ expiresAt: in1ms, wrongCodes: 4, state: 'live' },
	{ expiresAt: in1ms, wrongCodes: 5, state: 'burned' },
	{ expiresAt: NOW, wrongCodes: 0, state: 'expired' },
	{ expiresAt: NOW, wrongCodes: 5, state: 'expired' },
])('$wrongCodes wrong codes, expiry $expiresAt → $state', ({ expiresAt, wrongCodes, state }) => {
	expect(checkOneTimeToken({ expiresAt, wrongCodes }, NOW)).toBe(state)
})
