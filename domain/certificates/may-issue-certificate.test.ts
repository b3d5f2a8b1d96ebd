import { expect, test } from 'vitest'

import { isCheckPassed, mayIssueCertificate, type CertificateRule, type CourseEvidence } from './may-issue-certificate.ts'

const RULE: CertificateRule = {
	modules: [
		{
			id: 1,
			sections: [
				{ id: 'intro', hasText: false, checkOf: null },
				{ id: 'skills', hasText: true, checkOf: 'inventory' },
			],
		},
		{ id: 2, sections: [{ id: 'market', hasText: true, checkOf: null }] },
	],
	sittings: 2,
}
const ALL: CourseEvidence = {
	completed: new Set([1, 2]),
	opened: new Set(['1/intro', '1/skills', '2/market']),
	served: new Set(['1/skills', '2/market']),
	passed: new Set(['1/inventory']),
	sittings: 2,
}
const NONE: CourseEvidence = { completed: new Set(), opened: new Set(), served: new Set(), passed: new Set(), sittings: 0 }
const complete = (moduleId: 1 | 2) => ({ kind: 'complete-module', moduleId }) as const
const open = (moduleId: 1 | 2, sectionId: string) => ({ kind: 'open-section', moduleId, sectionId }) as const
const CHECK = { kind: 'pass-check', moduleId: 1, sectionId: 'skills' } as const
const SITTING = { kind: 'another-sitting' } as const

test('a learner who paid, completed, read and passed everything in two sittings gets a certificate', () => {
	expect(mayIssueCertificate(RULE, ALL, true)).toEqual({ allowed: true })
})

test.each([
	{ what: 'a learner who didn’t pay', evidence: ALL, isPaid: false, left: [] },
	{
		what: 'a learner who only claims completions',
		evidence: { ...NONE, completed: ALL.completed },
		left: [open(1, 'intro'), open(1, 'skills'), CHECK, open(2, 'market'), SITTING],
	},
	{
		what: 'a learner who claims sections never served',
		evidence: { ...ALL, served: new Set<string>() },
		left: [open(1, 'skills'), open(2, 'market')],
	},
	{
		what: 'a learner served one of two texts',
		evidence: { ...ALL, served: new Set(['1/skills']) },
		left: [open(2, 'market')],
	},
	{
		what: 'a learner whose text was prefetched but never shown',
		evidence: { ...ALL, opened: new Set(['1/intro', '1/skills']) },
		left: [open(2, 'market')],
	},
	{
		what: 'a learner who skipped a section without a text',
		evidence: { ...ALL, opened: new Set(['1/skills', '2/market']) },
		left: [open(1, 'intro')],
	},
	{
		what: 'a learner who didn’t complete the last module',
		evidence: { ...ALL, completed: new Set([1]) } as CourseEvidence,
		left: [complete(2)],
	},
	{ what: 'a learner who skipped a check', evidence: { ...ALL, passed: new Set<string>() }, left: [CHECK] },
	{ what: 'a learner who did it all in one sitting', evidence: { ...ALL, sittings: 1 }, left: [SITTING] },
	{
		what: 'a new learner',
		evidence: NONE,
		isPaid: false,
		left: [open(1, 'intro'), open(1, 'skills'), CHECK, complete(1), open(2, 'market'), complete(2), SITTING],
	},
])('$what sees what is left, in course order', ({ evidence, isPaid = true, left }) => {
	expect(mayIssueCertificate(RULE, evidence, isPaid)).toEqual({ allowed: false, isPaid, left })
})

test.each([
	{ score: 2, total: 3, passed: true },
	{ score: 1, total: 3, passed: false },
	{ score: 3, total: 5, passed: true },
	{ score: 0, total: 0, passed: false },
])('$score of $total with 60 % required: $passed', ({ score, total, passed }) => {
	expect(isCheckPassed({ score, total }, 60)).toBe(passed)
})
