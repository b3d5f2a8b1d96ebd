import { expect, test, vi } from 'vitest'

import { signOut } from './auth-calls.ts'
import { loadAuth } from './backend.ts'
import { onEndedSession, readEndedSession } from './ended-session.ts'
import { readSession, notifySessionChange, sessionKey } from './stored-session.ts'

vi.mock('./backend.ts')

test('if sign-out failed and the session later ends by itself, the page reports it', async () => {
	localStorage.setItem(sessionKey(), JSON.stringify({ access_token: 'a', user: { id: 'u1', email: 'ada@example.com' } }))
	notifySessionChange()
	const stop = onEndedSession(() => {})
	vi.mocked(loadAuth).mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'))
	expect(await signOut()).toEqual({ ok: false, refusal: { kind: 'unreachable' } })
	expect([readSession().status, readEndedSession()]).toEqual(['signed-in', null])
	localStorage.clear()
	notifySessionChange()
	expect(readEndedSession()?.email).toBe('ada@example.com')
	stop()
})
