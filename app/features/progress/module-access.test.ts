import { expect, test } from 'vitest'

import type { ModuleId } from '#domain/gating/check-module-access.ts'

import { viewGate } from './module-access.ts'

const arrival = {
	moduleId: 2 as ModuleId,
	completed: new Set<ModuleId>(),
	hasUser: true,
	isHydrated: true,
	isSignedIn: false,
	sync: 'idle' as const,
}

test.each([
	{ what: 'a page that has not come alive', change: { isHydrated: false }, state: 'checking' },
	{ what: 'nobody', change: { hasUser: false }, state: 'closed' },
	{ what: 'a visitor without module 1', change: {}, state: 'closed' },
	{ what: 'a visitor with module 1', change: { completed: new Set<ModuleId>([1]) }, state: 'open' },
	{ what: 'a visitor at module 1', change: { moduleId: 1 as ModuleId }, state: 'open' },
	{ what: 'a learner whose account is asked', change: { isSignedIn: true, sync: 'syncing' as const }, state: 'checking' },
	{ what: 'a learner whose account has not been asked', change: { isSignedIn: true }, state: 'checking' },
	{ what: 'a learner whose account has answered', change: { isSignedIn: true, sync: 'synced' as const }, state: 'closed' },
	{ what: 'a learner whose account is away', change: { isSignedIn: true, sync: 'waiting' as const }, state: 'closed' },
])('$what at the door: $state', ({ change, state }) => {
	expect(viewGate({ ...arrival, ...change }).state).toBe(state)
})

test('a closed door says why', () => {
	expect(viewGate({ ...arrival, hasUser: false })).toEqual({ state: 'closed', access: { allowed: false, reason: 'not-signed-up' } })
	expect(viewGate(arrival)).toEqual({ state: 'closed', access: { allowed: false, reason: 'previous-incomplete', previous: 1 } })
})
