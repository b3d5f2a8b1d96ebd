import { expect, test } from 'vitest'

import { loadedContent } from '#content/loaded.server.ts'
import { acceptEntries } from '#domain/progress/accept-entries.ts'
import type { ProgressDetail } from '#domain/progress/progress-entry.ts'

import { readCourseCatalog } from './course-catalog.ts'

const SIXTEEN = '4,4,3,4,4,3,3,3,4,4,3,3,3,2,3,2'
const TEN = '0,1,2,0,1,2,0,1,2,0'

test.each<[string, ProgressDetail, string]>([
	['income-selector', { type: 'affiliate-marketing', answers: SIXTEEN }, 'accepted'],
	['income-selector', { type: 'affiliate-marketing', answers: SIXTEEN.replace('2', '6') }, 'bad-detail'],
	['income-selector', { type: 'affiliate-marketing', answers: SIXTEEN.replace('2', '0') }, 'bad-detail'],
	['income-selector', { type: 'lottery', answers: SIXTEEN }, 'bad-detail'],
	['career-path', { type: 'online-coach-consultant', answers: TEN }, 'accepted'],
	['career-path', { type: 'online-coach-consultant', answers: TEN.replace('2', '3') }, 'bad-detail'],
	['career-path', { type: 'astronaut', answers: TEN }, 'bad-detail'],
	['career', { type: 'online-coach-consultant', answers: TEN }, 'unknown-key'],
])('a result of %s with %j: %s', async (key, detail, expected) => {
	const entry = { kind: 'quiz-result', key, done: true, changedAt: 1, detail } as const
	const { refused } = acceptEntries([], [entry], { catalog: await readCourseCatalog(loadedContent), nowMs: 2 })
	expect(refused[0]?.reason ?? 'accepted').toBe(expected)
})
