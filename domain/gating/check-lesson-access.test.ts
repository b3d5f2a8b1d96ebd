import { expect, test } from 'vitest'

import { type AccessPolicy, checkLessonAccess, needsPurchase } from './check-lesson-access.ts'
import { CAREER_PATH_ID, type GatedModule } from './check-module-access.ts'

const CAREER_PATH: GatedModule = { id: CAREER_PATH_ID, requires: null, isFree: false, courseId: 'career-path', belongsTo: 'main' }

const HOMES = { 1: { requires: null, isFree: true }, 2: { requires: 1, isFree: false }, [CAREER_PATH.id]: CAREER_PATH }

test.each([
	{ moduleId: 1, completed: [], hasEntitlement: false, policy: 'progress', expected: 'allowed' },
	{ moduleId: 1, completed: [], hasEntitlement: false, policy: 'enrolled', expected: 'allowed' },
	{ moduleId: 2, completed: [], hasEntitlement: true, policy: 'progress', expected: 'previous-incomplete' },
	{ moduleId: 2, completed: [1], hasEntitlement: false, policy: 'progress', expected: 'allowed' },
	{ moduleId: 2, completed: [1], hasEntitlement: false, policy: 'enrolled', expected: 'not-enrolled' },
	{ moduleId: 2, completed: [1], hasEntitlement: true, policy: 'enrolled', expected: 'allowed' },
	{ moduleId: 2, completed: [], hasEntitlement: true, policy: 'enrolled', expected: 'previous-incomplete' },
	{ moduleId: CAREER_PATH.id, completed: [], hasEntitlement: false, policy: 'progress', expected: 'allowed' },
	{ moduleId: CAREER_PATH.id, completed: [1, 2], hasEntitlement: false, policy: 'enrolled', expected: 'not-enrolled' },
	{ moduleId: CAREER_PATH.id, completed: [], hasEntitlement: true, policy: 'enrolled', expected: 'allowed' },
] as const)(
	'module $moduleId, completed $completed, entitlement $hasEntitlement, policy $policy: $expected',
	({ moduleId, completed, hasEntitlement, policy, expected }) => {
		const access = checkLessonAccess(HOMES[moduleId] ?? CAREER_PATH, { completed: new Set(completed), hasEntitlement }, policy)
		expect(access.allowed ? 'allowed' : access.reason).toBe(expected)
	},
)

test.each<{ what: string; home: Pick<GatedModule, 'isFree' | 'courseId' | 'belongsTo'>; policy: AccessPolicy; expected: boolean }>([
	{ what: 'the main course', home: { isFree: false }, policy: 'progress', expected: false },
	{ what: 'the main course', home: { isFree: false }, policy: 'enrolled', expected: true },
	{
		what: 'a track of the main course',
		home: { isFree: false, courseId: 'writing', belongsTo: 'main' },
		policy: 'progress',
		expected: false,
	},
	{
		what: 'a track of the main course',
		home: { isFree: false, courseId: 'writing', belongsTo: 'main' },
		policy: 'enrolled',
		expected: true,
	},
	{ what: 'another course', home: { isFree: false, courseId: 'sheets' }, policy: 'progress', expected: true },
	{
		what: 'a track of another course',
		home: { isFree: false, courseId: 'charts', belongsTo: 'sheets' },
		policy: 'progress',
		expected: true,
	},
	{ what: 'a free module of it', home: { isFree: true, courseId: 'charts', belongsTo: 'sheets' }, policy: 'enrolled', expected: false },
])('$what under policy $policy needs a purchase: $expected', ({ home, policy, expected }) => {
	expect(needsPurchase(home, policy)).toBe(expected)
})
