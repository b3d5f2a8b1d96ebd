import { expect, test, vi } from 'vitest'

import { signOut } from './auth-calls.ts'
import { loadAuth } from './backend.ts'
import { onEndedSession, readEndedSession } from './ended-session.ts'
import { readSession, sessionChanged, sessionKey } from './stored-session.ts'

vi.mock('./backend.ts')

test('who was not signed out is still here: when the session ends on its own later, the page says so', async () => {
	localStorage.setItem(sessionKey(), JSON.stringify({ access_token: 'a', user: { id: 'u1', email: 'ada@example.com' } }))
	sessionChanged()
	const stop = onEndedSession(() => {})
	vi.mocked(loadAuth).mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'))
	expect(await signOut()).toEqual({ ok: false, refusal: { kind: 'unreachable' } })
	expect([readSession().status, readEndedSession()]).toEqual(['signed-in', null])
	localStorage.clear()
	sessionChanged()
	expect(readEndedSession()?.email).toBe('ada@example.com')
	stop()
})
