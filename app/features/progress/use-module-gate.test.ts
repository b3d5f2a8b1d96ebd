import { expect, test } from 'vitest'

import type { GatedModule } from '#domain/gating/check-module-access.ts'

import { resolveModuleGate } from './use-module-gate.ts'

const first: GatedModule = { id: 1, requires: null, isFree: true }
const arrival = {
	module: { id: 2, requires: 1, isFree: false } as GatedModule,
	completed: new Set<number>(),
	hasUser: true,
	isHydrated: true,
	isSignedIn: false,
	sync: 'idle' as const,
	policy: 'progress' as const,
	entitlement: 'missing' as const,
}

test.each([
	{ what: 'a page before hydration', change: { isHydrated: false }, state: 'checking' },
	{ what: 'nobody', change: { hasUser: false }, state: 'closed' },
	{ what: 'a visitor without module 1', change: {}, state: 'closed' },
	{ what: 'a visitor with module 1', change: { completed: new Set<number>([1]) }, state: 'open' },
	{ what: 'a visitor at module 1', change: { module: first }, state: 'open' },
	{ what: 'a learner whose account is loading', change: { isSignedIn: true, sync: 'syncing' as const }, state: 'checking' },
	{ what: 'a learner whose account hasn’t been loaded', change: { isSignedIn: true }, state: 'checking' },
	{ what: 'a learner whose account is loaded', change: { isSignedIn: true, sync: 'synced' as const }, state: 'closed' },
	{ what: 'a learner whose account is unreachable', change: { isSignedIn: true, sync: 'waiting' as const }, state: 'closed' },
])('the gate for $what: $state', ({ change, state }) => {
	expect(resolveModuleGate({ ...arrival, ...change }).state).toBe(state)
})

const enrolled = { policy: 'enrolled' as const, completed: new Set<number>([1]) }

test.each([
	{ what: 'a visitor', change: {}, state: 'closed' },
	{ what: 'a visitor at module 1', change: { module: first }, state: 'open' },
	{ what: 'a learner with the course', change: { isSignedIn: true, entitlement: 'held' as const }, state: 'open' },
	{ what: 'a learner without it', change: { isSignedIn: true, entitlement: 'missing' as const }, state: 'closed' },
	{ what: 'a learner whose account is loading', change: { isSignedIn: true, entitlement: 'asking' as const }, state: 'checking' },
	{
		what: 'a learner at module 1 whose account is loading',
		change: { module: first, entitlement: 'asking' as const },
		state: 'open',
	},
	{ what: 'a learner whose server is unreachable', change: { isSignedIn: true, entitlement: 'unknown' as const }, state: 'open' },
	{
		what: 'a learner with the course and without module 1',
		change: { completed: new Set<number>(), entitlement: 'held' as const },
		state: 'closed',
	},
])('with policy “enrolled” the gate of module 2 for $what: $state', ({ change, state }) => {
	expect(resolveModuleGate({ ...arrival, ...enrolled, ...change }).state).toBe(state)
})

test('a closed gate gives its reason', () => {
	expect(resolveModuleGate({ ...arrival, hasUser: false })).toEqual({
		state: 'closed',
		access: { allowed: false, reason: 'not-signed-up' },
	})
	expect(resolveModuleGate({ ...arrival, ...enrolled })).toEqual({ state: 'closed', access: { allowed: false, reason: 'not-enrolled' } })
	expect(resolveModuleGate(arrival)).toEqual({ state: 'closed', access: { allowed: false, reason: 'previous-incomplete', previous: 1 } })
})
