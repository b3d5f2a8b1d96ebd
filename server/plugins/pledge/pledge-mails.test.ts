import { expect, test } from 'vitest'

import { loadedContent } from '#content/loaded.server.ts'
import { readConfig } from '#server/process/environment.ts'

import { formatSupporterUpdate, reminderMail } from './pledge-mails.ts'

test.each([
	[0, 1, 'planned 1 evening for the course and kept none of them.'],
	[1, 1, 'planned 1 evening for the course and kept it.'],
	[2, 2, 'planned 2 evenings for the course and kept all of them.'],
	[1, 2, 'planned 2 evenings for the course and kept 1 of them.'],
])('with %i of %i evenings kept, a supporter reads “%s”', (kept, planned, words) => {
	expect(formatSupporterUpdate({ name: 'Ana', kept, planned })).toBe(`Last week Ana ${words}`)
})

test.each([
	[1019, { passed: 0, goal: 1 }, 'Today at', 'This week: 0 of 1 check passed.'],
	[1020, { passed: 2, goal: 3 }, 'Tonight at', 'This week: 2 of 3 checks passed.'],
	[1170, { passed: 3, goal: 3 }, 'Tonight at', 'You have already reached this week’s goal: 3 of 3 checks passed.'],
])('a reminder at minute %i with %o begins “%s” and says “%s”', (minuteOfDay, week, when, words) => {
	const step = { moduleId: 1, title: 'Value Mapping', sentence: 'Next is a section.', href: '/modules/1' }
	const { subject, text } = reminderMail(loadedContent, readConfig({ NODE_ENV: 'test' }), {
		step,
		minuteOfDay,
		week,
		stopUrl: 'https://stop',
	})
	expect([subject.startsWith(when), text.includes(words)]).toEqual([true, true])
})
