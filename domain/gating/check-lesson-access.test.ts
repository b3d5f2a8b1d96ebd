import { expect, test } from 'vitest'

import { checkLessonAccess } from './check-lesson-access.ts'

test.each([
	{ moduleId: 1, completed: [], hasEntitlement: false, policy: 'progress', expected: 'allowed' },
	{ moduleId: 1, completed: [], hasEntitlement: false, policy: 'enrolled', expected: 'allowed' },
	{ moduleId: 2, completed: [], hasEntitlement: true, policy: 'progress', expected: 'previous-incomplete' },
	{ moduleId: 2, completed: [1], hasEntitlement: false, policy: 'progress', expected: 'allowed' },
	{ moduleId: 2, completed: [1], hasEntitlement: false, policy: 'enrolled', expected: 'not-enrolled' },
	{ moduleId: 2, completed: [1], hasEntitlement: true, policy: 'enrolled', expected: 'allowed' },
	{ moduleId: 2, completed: [], hasEntitlement: true, policy: 'enrolled', expected: 'previous-incomplete' },
] as const)(
	'module $moduleId, completed $completed, entitlement $hasEntitlement, policy $policy: $expected',
	({ moduleId, completed, hasEntitlement, policy, expected }) => {
		const access = checkLessonAccess(moduleId, { completed: new Set(completed), hasEntitlement }, policy)
		expect(access.allowed ? 'allowed' : access.reason).toBe(expected)
	},
)
