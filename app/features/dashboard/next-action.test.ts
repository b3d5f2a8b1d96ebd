import { expect, test } from 'vitest'

import { describeNextStep } from './next-action.tsx'

const modules = [{ id: 1, title: 'Foundation', sections: [{ id: 'skills', title: 'Skills' }] }]

test.each([
	[1, 'One thing left in Module 1. Next: finish reading.'],
	[12, '12 things left in Module 1. Next: finish reading.'],
])('after the last page of every module the next step shows what is missing: %d left', (left, text) => {
	const missing = { sectionId: 'skills', kind: 'reading' } as const
	expect(describeNextStep({ kind: 'catch-up', moduleId: 1, missing, left }, modules)).toMatchObject({
		title: 'Skills',
		text,
		href: '/course/module1?section=skills',
	})
})
