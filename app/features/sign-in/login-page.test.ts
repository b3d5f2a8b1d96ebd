import { expect, test } from 'vitest'

import { readWorkDomain } from './login-page.tsx'

test.each([
	['learner@School.Example', 'school.example'],
	['  school.example ', 'school.example'],
	['schüler@münchen.example', 'xn--mnchen-3ya.example'],
	['learner', null],
	['learner@', null],
	['', null],
	['school.example/login', null],
	['https://school.example', null],
	['a b.example', null],
	['school.example.', null],
])('the work domain of %s is %s', (typed, domain) => {
	expect(readWorkDomain(typed)).toBe(domain)
})
