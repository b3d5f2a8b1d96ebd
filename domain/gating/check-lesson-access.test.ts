import { expect, test } from 'vitest'

import { CAREER_PATH_ID, checkLessonAccess, findLessonHome } from './check-lesson-access.ts'

test.each([
	{ moduleId: 1, completed: [], hasEntitlement: false, policy: 'progress', expected: 'allowed' },
	{ moduleId: 1, completed: [], hasEntitlement: false, policy: 'enrolled', expected: 'allowed' },
	{ moduleId: 2, completed: [], hasEntitlement: true, policy: 'progress', expected: 'previous-incomplete' },
	{ moduleId: 2, completed: [1], hasEntitlement: false, policy: 'progress', expected: 'allowed' },
	{ moduleId: 2, completed: [1], hasEntitlement: false, policy: 'enrolled', expected: 'not-enrolled' },
	{ moduleId: 2, completed: [1], hasEntitlement: true, policy: 'enrolled', expected: 'allowed' },
	{ moduleId: 2, completed: [], hasEntitlement: true, policy: 'enrolled', expected: 'previous-incomplete' },
	{ moduleId: CAREER_PATH_ID, completed: [], hasEntitlement: false, policy: 'progress', expected: 'allowed' },
	{ moduleId: CAREER_PATH_ID, completed: [1, 2], hasEntitlement: false, policy: 'enrolled', expected: 'not-enrolled' },
	{ moduleId: CAREER_PATH_ID, completed: [], hasEntitlement: true, policy: 'enrolled', expected: 'allowed' },
] as const)(
	'module $moduleId, completed $completed, entitlement $hasEntitlement, policy $policy: $expected',
	({ moduleId, completed, hasEntitlement, policy, expected }) => {
		const access = checkLessonAccess(moduleId, { completed: new Set(completed), hasEntitlement }, policy)
		expect(access.allowed ? 'allowed' : access.reason).toBe(expected)
	},
)

test('the career path is no module, and is found where a module could stand', () => {
	expect(['1', 6, '90', 90, '7', '090', '90.0', ''].map(findLessonHome)).toEqual([
		1,
		6,
		CAREER_PATH_ID,
		CAREER_PATH_ID,
		null,
		null,
		null,
		null,
	])
})
