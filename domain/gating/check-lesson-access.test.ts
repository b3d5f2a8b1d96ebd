import { expect, test } from 'vitest'

import { CAREER_PATH, checkLessonAccess } from './check-lesson-access.ts'

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
