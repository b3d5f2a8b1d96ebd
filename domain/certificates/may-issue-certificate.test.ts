import { expect, test } from 'vitest'

import { mayIssueCertificate, type CertificateModule, type CourseEvidence } from './may-issue-certificate.ts'

const MODULES: readonly CertificateModule[] = [
	{
		id: 1,
		sections: [
			{ id: 'intro', hasText: false },
			{ id: 'skills', hasText: true },
		],
	},
	{ id: 2, sections: [{ id: 'market', hasText: true }] },
]
const ALL: CourseEvidence = {
	completed: new Set([1, 2]),
	opened: new Set(['1/intro', '1/skills', '2/market']),
	served: new Set(['1/skills', '2/market']),
}
const NONE: CourseEvidence = { completed: new Set(), opened: new Set(), served: new Set() }
const complete = (moduleId: 1 | 2) => ({ kind: 'complete-module', moduleId }) as const
const open = (moduleId: 1 | 2, sectionId: string) => ({ kind: 'open-section', moduleId, sectionId }) as const

test('who paid, completed every module and read every text may have it', () => {
	expect(mayIssueCertificate(MODULES, ALL, true)).toEqual({ allowed: true })
})

test.each([
	{ what: 'who did not pay', evidence: ALL, isPaid: false, left: [] },
	{
		what: 'who only claims completions',
		evidence: { ...NONE, completed: ALL.completed },
		left: [open(1, 'intro'), open(1, 'skills'), open(2, 'market')],
	},
	{
		what: 'who claims to have opened what the server never served',
		evidence: { ...ALL, served: new Set<string>() },
		left: [open(1, 'skills'), open(2, 'market')],
	},
	{
		what: 'whose browser fetched a text ahead and never showed it',
		evidence: { ...ALL, opened: new Set(['1/intro', '1/skills']) },
		left: [open(2, 'market')],
	},
	{
		what: 'who skipped a section without a text',
		evidence: { ...ALL, opened: new Set(['1/skills', '2/market']) },
		left: [open(1, 'intro')],
	},
	{ what: 'who did not complete the last module', evidence: { ...ALL, completed: new Set([1]) } as CourseEvidence, left: [complete(2)] },
	{
		what: 'who begins',
		evidence: NONE,
		isPaid: false,
		left: [open(1, 'intro'), open(1, 'skills'), complete(1), open(2, 'market'), complete(2)],
	},
])('$what is told what is left, in the order of the course', ({ evidence, isPaid = true, left }) => {
	expect(mayIssueCertificate(MODULES, evidence, isPaid)).toEqual({ allowed: false, isPaid, left })
})
