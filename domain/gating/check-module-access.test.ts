import { expect, test } from 'vitest'

import { checkModuleAccess, findModule, readModuleId } from './check-module-access.ts'

const visitorWith = (...completed: number[]) => ({ completed: new Set(completed) })

test.each([null, 1, 5])('a visitor who never signed up can’t open a module that requires %s', (requires) => {
	expect(checkModuleAccess({ requires }, null)).toEqual({ allowed: false, reason: 'not-signed-up' })
})

test.each([
	{ requires: null, completed: [], access: { allowed: true } },
	{ requires: null, completed: [1, 2], access: { allowed: true } },
	{ requires: 1, completed: [], access: { allowed: false, reason: 'previous-incomplete', previous: 1 } },
	{ requires: 1, completed: [2, 3, 4, 5, 6], access: { allowed: false, reason: 'previous-incomplete', previous: 1 } },
	{ requires: 1, completed: [1], access: { allowed: true } },
	{ requires: 2, completed: [1], access: { allowed: false, reason: 'previous-incomplete', previous: 2 } },
	{ requires: 2, completed: [2], access: { allowed: true } },
	{ requires: 12, completed: [1, 2], access: { allowed: false, reason: 'previous-incomplete', previous: 12 } },
	{ requires: 12, completed: [12], access: { allowed: true } },
] as const)('a module that requires $requires, with $completed completed: $access', ({ requires, completed, access }) => {
	expect(checkModuleAccess({ requires }, visitorWith(...completed))).toEqual(access)
})

test.each([
	{ value: '1', found: 1 },
	{ value: 6, found: 6 },
	{ value: '7', found: 7 },
	{ value: '89', found: 89 },
	{ value: '90', found: null },
	{ value: 100, found: null },
	{ value: '0', found: null },
	{ value: '01', found: null },
	{ value: '1.0', found: null },
	{ value: ' 1', found: null },
	{ value: '1\n', found: null },
	{ value: '-1', found: null },
	{ value: '', found: null },
	{ value: Number.NaN, found: null },
])('$value is parsed as module ID $found', ({ value, found }) => {
	expect(readModuleId(value)).toBe(found)
})

test('a number is a module only if the course has it', () => {
	const course = [{ id: 2 }, { id: 9 }]
	expect(findModule(course, '9')).toBe(course[1])
	expect(findModule(course, 1)).toBeNull()
	expect(findModule(course, '09')).toBeNull()
})
