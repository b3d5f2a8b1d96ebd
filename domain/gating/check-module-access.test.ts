import { expect, test } from 'vitest'

import { checkModuleAccess, findModuleId, MODULE_IDS, type ModuleId } from './check-module-access.ts'

const visitorWith = (...completed: ModuleId[]) => ({ completed: new Set(completed) })

test.each(MODULE_IDS)('a visitor who never signed up does not get module %i', (moduleId) => {
	expect(checkModuleAccess(moduleId, null)).toEqual({ allowed: false, reason: 'not-signed-up' })
})

test.each([
	{ moduleId: 1, completed: [], access: { allowed: true } },
	{ moduleId: 1, completed: [1, 2], access: { allowed: true } },
	{ moduleId: 2, completed: [], access: { allowed: false, reason: 'previous-incomplete', previous: 1 } },
	{ moduleId: 2, completed: [2, 3, 4, 5, 6], access: { allowed: false, reason: 'previous-incomplete', previous: 1 } },
	{ moduleId: 2, completed: [1], access: { allowed: true } },
	{ moduleId: 3, completed: [1], access: { allowed: false, reason: 'previous-incomplete', previous: 2 } },
	{ moduleId: 3, completed: [2], access: { allowed: true } },
	{ moduleId: 4, completed: [1, 2], access: { allowed: false, reason: 'previous-incomplete', previous: 3 } },
	{ moduleId: 5, completed: [4], access: { allowed: true } },
	{ moduleId: 6, completed: [1, 2, 3, 4], access: { allowed: false, reason: 'previous-incomplete', previous: 5 } },
	{ moduleId: 6, completed: [5], access: { allowed: true } },
] as const)('module $moduleId with $completed completed gives $access', ({ moduleId, completed, access }) => {
	expect(checkModuleAccess(moduleId, visitorWith(...completed))).toEqual(access)
})

test.each([
	{ value: '1', found: 1 },
	{ value: 6, found: 6 },
	{ value: '0', found: null },
	{ value: '7', found: null },
	{ value: '01', found: null },
	{ value: '1.0', found: null },
	{ value: ' 1', found: null },
	{ value: '', found: null },
	{ value: Number.NaN, found: null },
])('$value names module $found', ({ value, found }) => {
	expect(findModuleId(value)).toBe(found)
})
