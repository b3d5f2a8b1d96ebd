import { expect, test } from 'vitest'

import { CAREER_PATH_ID } from '#domain/gating/check-module-access.ts'

import { acceptEntries, type CourseCatalog } from './accept-entries.ts'
import type { ProgressEntry } from './progress-entry.ts'

const catalog: CourseCatalog = {
	modules: [
		{
			id: 1,
			requires: null,
			sectionIds: ['intro', 'skills'],
			checklists: [
				{ sectionId: 'intro', boxes: ['1abc2de'] },
				{ sectionId: 'skills', boxes: ['0fgh345'] },
			],
			milestones: [],
			projects: [],
			lessons: [
				{ id: 'skills', stepCount: 7, questionCount: 3 },
				{ id: 'practice', stepCount: 12, questionCount: 5 },
			],
		},
		{ id: 2, requires: 1, sectionIds: ['market'], checklists: [], milestones: ['wireframes'], projects: ['guide'], lessons: [] },
		{ id: 3, requires: 2, sectionIds: ['tools'], checklists: [], milestones: [], projects: [], lessons: [] },
		{
			id: CAREER_PATH_ID,
			requires: null,
			sectionIds: [],
			checklists: [{ sectionId: 'be-found', boxes: ['1abc2de'] }],
			milestones: [],
			projects: [],
			lessons: [{ id: 'be-found', stepCount: 6, questionCount: 4 }],
		},
	],
	quizzes: { hustler: ['creator', 'builder'] },
}
const NOW = 1000
const report = (entry: Pick<ProgressEntry, 'kind' | 'key'> & Partial<ProgressEntry>): ProgressEntry => ({
	done: true,
	changedAt: 10,
	...entry,
})
const take = (reports: ProgressEntry[], held: ProgressEntry[] = []) => acceptEntries(held, reports, { catalog, nowMs: NOW })
const outcome = (entry: ProgressEntry) => take([entry]).refused[0]?.reason ?? 'accepted'
const score = (value: number, total = 3) => ({ detail: { score: value, total } })

test.each([
	{ entry: report({ kind: 'section', key: '1/intro' }), expected: 'accepted' },
	{ entry: report({ kind: 'section', key: '1/nowhere' }), expected: 'unknown-key' },
	{ entry: report({ kind: 'section', key: '1' }), expected: 'unknown-key' },
	{ entry: report({ kind: 'section', key: '1/intro/0' }), expected: 'unknown-key' },
	{ entry: report({ kind: 'section', key: '9/intro' }), expected: 'unknown-key' },
	{ entry: report({ kind: 'section', key: '01/intro' }), expected: 'unknown-key' },
	{ entry: report({ kind: 'section', key: '1/intro', done: false }), expected: 'not-done' },
	{ entry: report({ kind: 'section', key: '1/intro', detail: { note: 'x' } }), expected: 'bad-detail' },
	{ entry: report({ kind: 'module', key: '1' }), expected: 'accepted' },
	{ entry: report({ kind: 'module', key: '1/intro' }), expected: 'unknown-key' },
	{ entry: report({ kind: 'module', key: '2' }), expected: 'previous-incomplete' },
	{ entry: report({ kind: 'module', key: '7' }), expected: 'unknown-key' },
	{ entry: report({ kind: 'module', key: '1', done: false }), expected: 'not-done' },
	{ entry: report({ kind: 'task', key: '1/skills', done: false }), expected: 'accepted' },
	{ entry: report({ kind: 'task', key: '1/intro' }), expected: 'unknown-key' },
	{ entry: report({ kind: 'task', key: '90/be-found' }), expected: 'accepted' },
	{ entry: report({ kind: 'box', key: '90/be-found/1abc2de' }), expected: 'accepted' },
	{ entry: report({ kind: 'step', key: '90/be-found/6' }), expected: 'unknown-key' },
	{ entry: report({ kind: 'section', key: '90/be-found' }), expected: 'unknown-key' },
	{ entry: report({ kind: 'module', key: '90' }), expected: 'unknown-key' },
	{ entry: report({ kind: 'step', key: '1/skills/0' }), expected: 'accepted' },
	{ entry: report({ kind: 'step', key: '1/skills/6' }), expected: 'accepted' },
	{ entry: report({ kind: 'step', key: '1/skills/7' }), expected: 'unknown-key' },
	{ entry: report({ kind: 'step', key: '1/skills/-1' }), expected: 'unknown-key' },
	{ entry: report({ kind: 'step', key: '1/skills/01' }), expected: 'unknown-key' },
	{ entry: report({ kind: 'step', key: '1/skills' }), expected: 'unknown-key' },
	{ entry: report({ kind: 'step', key: '1/skills/0/0' }), expected: 'unknown-key' },
	{ entry: report({ kind: 'step', key: '1/gone/0' }), expected: 'unknown-key' },
	{ entry: report({ kind: 'step', key: '1/practice/11' }), expected: 'accepted' },
	{ entry: report({ kind: 'step', key: '1/practice/12' }), expected: 'unknown-key' },
	{ entry: report({ kind: 'box', key: '1/intro/1abc2de' }), expected: 'accepted' },
	{ entry: report({ kind: 'box', key: '1/intro/1abc2de', done: false }), expected: 'accepted' },
	{ entry: report({ kind: 'box', key: '1/skills/0fgh345' }), expected: 'accepted' },
	{ entry: report({ kind: 'box', key: '1/intro/gone' }), expected: 'unknown-key' },
	{ entry: report({ kind: 'box', key: '1/intro/1abc2de/0' }), expected: 'unknown-key' },
	{ entry: report({ kind: 'box', key: '1/intro' }), expected: 'unknown-key' },
	{ entry: report({ kind: 'box', key: '1/skills/1abc2de' }), expected: 'unknown-key' },
	{ entry: report({ kind: 'box', key: '1/intro/1abc2de', detail: { note: 'x' } }), expected: 'bad-detail' },
	{ entry: report({ kind: 'milestone', key: '2/wireframes' }), expected: 'previous-incomplete' },
	{ entry: report({ kind: 'lesson-quiz', key: '1/skills', ...score(3) }), expected: 'accepted' },
	{ entry: report({ kind: 'lesson-quiz', key: '1/skills', ...score(0) }), expected: 'accepted' },
	{ entry: report({ kind: 'lesson-quiz', key: '1/skills', ...score(4) }), expected: 'bad-detail' },
	{ entry: report({ kind: 'lesson-quiz', key: '1/practice', ...score(5, 5) }), expected: 'accepted' },
	{ entry: report({ kind: 'lesson-quiz', key: '1/practice', ...score(3) }), expected: 'bad-detail' },
	{ entry: report({ kind: 'lesson-quiz', key: '1/skills', ...score(-1) }), expected: 'bad-detail' },
	{ entry: report({ kind: 'lesson-quiz', key: '1/skills', ...score(1.5) }), expected: 'bad-detail' },
	{ entry: report({ kind: 'lesson-quiz', key: '1/skills', ...score(3, 2) }), expected: 'bad-detail' },
	{ entry: report({ kind: 'lesson-quiz', key: '1/skills' }), expected: 'bad-detail' },
	{ entry: report({ kind: 'reading', key: '1/skills', detail: { block: 4, of: 40, seconds: 90 } }), expected: 'accepted' },
	{ entry: report({ kind: 'reading', key: '1/skills', done: false, detail: { block: 4, of: 40, seconds: 90 } }), expected: 'accepted' },
	{ entry: report({ kind: 'reading', key: '1/gone', detail: { block: 4, of: 40, seconds: 90 } }), expected: 'unknown-key' },
	{ entry: report({ kind: 'reading', key: '1/skills/0', detail: { block: 4, of: 40, seconds: 90 } }), expected: 'unknown-key' },
	{ entry: report({ kind: 'reading', key: '1/skills', detail: { block: 40, of: 40, seconds: 90 } }), expected: 'bad-detail' },
	{ entry: report({ kind: 'reading', key: '1/skills' }), expected: 'bad-detail' },
	{ entry: report({ kind: 'quiz-result', key: 'hustler', detail: { type: 'builder' } }), expected: 'accepted' },
	{ entry: report({ kind: 'study-week', key: '1969-12-29' }), expected: 'unknown-key' },
	{ entry: report({ kind: 'study-week', key: '2026-11-16' }), expected: 'unknown-key' },
	{ entry: report({ kind: 'study-week', key: '2000-01-03' }), expected: 'accepted' },
	{ entry: report({ kind: 'study-week', key: '2000-01-04' }), expected: 'unknown-key' },
	{ entry: report({ kind: 'study-week', key: '1' }), expected: 'unknown-key' },
	{ entry: report({ kind: 'study-week', key: '2000-01-03', done: false }), expected: 'not-done' },
	{ entry: report({ kind: 'study-week', key: '2000-01-03', detail: { note: 'x' } }), expected: 'bad-detail' },
	{ entry: report({ kind: 'quiz-result', key: 'hustler', detail: { type: 'builder', answers: 'builder,creator' } }), expected: 'accepted' },
	{
		entry: report({ kind: 'quiz-result', key: 'hustler', detail: { type: 'builder', answers: 'builder,pirate' } }),
		expected: 'bad-detail',
	},
	{ entry: report({ kind: 'quiz-result', key: 'hustler', detail: { type: 'builder', answers: 3 } }), expected: 'bad-detail' },
	{
		entry: report({ kind: 'quiz-result', key: 'hustler', detail: { type: 'builder', answers: Array(20).fill('builder').join() } }),
		expected: 'accepted',
	},
	{
		entry: report({ kind: 'quiz-result', key: 'hustler', detail: { type: 'builder', answers: Array(21).fill('builder').join() } }),
		expected: 'bad-detail',
	},
	{ entry: report({ kind: 'quiz-result', key: 'hustler', detail: { type: 'builder', note: 'x' } }), expected: 'bad-detail' },
	{ entry: report({ kind: 'lesson-quiz', key: '1/skills', detail: { score: 3, total: 3, note: 'x' } }), expected: 'bad-detail' },
	{ entry: report({ kind: 'quiz-result', key: 'hustler', detail: { type: 'pirate' } }), expected: 'bad-detail' },
	{ entry: report({ kind: 'quiz-result', key: 'hustler' }), expected: 'bad-detail' },
	{ entry: report({ kind: 'quiz-result', key: 'constructor', detail: { type: 'builder' } }), expected: 'unknown-key' },
])('$entry.kind $entry.key, done $entry.done, $entry.detail: $expected', ({ entry, expected }) => {
	expect(outcome(entry)).toBe(expected)
})

const pick = (key: string, detail?: ProgressEntry['detail']) => report({ kind: 'project', key, ...(detail && { detail }) })
test.each([
	{ entry: pick('2', { project: 'guide' }), expected: 'accepted' },
	{ entry: report({ kind: 'milestone', key: '2/wireframes', done: false }), expected: 'accepted' },
	{ entry: report({ kind: 'milestone', key: '2/styling_complete' }), expected: 'unknown-key' },
	{ entry: pick('2', { project: 'rocket' }), expected: 'bad-detail' },
	{ entry: pick('2', { project: 1 }), expected: 'bad-detail' },
	{ entry: pick('2', { project: 'guide', note: 'x' }), expected: 'bad-detail' },
	{ entry: pick('2'), expected: 'bad-detail' },
	{ entry: pick('2/guide', { project: 'guide' }), expected: 'unknown-key' },
	{ entry: pick('1', { project: 'guide' }), expected: 'unknown-key' },
])('in an open module $entry.kind $entry.key, done $entry.done, $entry.detail: $expected', ({ entry, expected }) => {
	const { refused } = take([entry], [report({ kind: 'module', key: '1' })])
	expect(refused[0]?.reason ?? 'accepted').toBe(expected)
})

test('modules completed offline pass their gates together in any order', () => {
	const { accepted, refused } = take([
		report({ kind: 'section', key: '2/market' }),
		report({ kind: 'module', key: '3' }),
		report({ kind: 'module', key: '2' }),
		report({ kind: 'module', key: '1' }),
	])
	expect(accepted.map(({ key }) => key)).toEqual(['1', '2/market', '2', '3'])
	expect(refused).toEqual([])
})

test('a completion in the account opens the next module', () => {
	expect(take([report({ kind: 'module', key: '2' })], [report({ kind: 'module', key: '1' })]).accepted).toHaveLength(1)
})

test('a refused entry doesn’t block the others', () => {
	const { accepted, refused } = take([report({ kind: 'section', key: '1/gone' }), report({ kind: 'section', key: '1/intro' })])
	expect(accepted.map(({ key }) => key)).toEqual(['1/intro'])
	expect(refused.map(({ reason }) => reason)).toEqual(['unknown-key'])
})

test('an entry dated in the future counts as made now', () => {
	const future = take([report({ kind: 'task', key: '1/skills', changedAt: NOW + 1 })])
	expect(future.accepted[0]?.changedAt).toBe(NOW)
	const present = take([report({ kind: 'task', key: '1/skills', changedAt: NOW })])
	expect(present.accepted[0]?.changedAt).toBe(NOW)
	const past = take([report({ kind: 'task', key: '1/skills', changedAt: NOW - 1 })])
	expect(past.accepted[0]?.changedAt).toBe(NOW - 1)
})

test.each([
	['2026-11-15T10:00:00Z', 'accepted'],
	['2026-11-15T09:59:59Z', 'unknown-key'],
])('at %s the week of 16 November, which starts first in the farthest zone, is %s', (now, expected) => {
	const entry = report({ kind: 'study-week', key: '2026-11-16' })
	const { refused } = acceptEntries([], [entry], { catalog, nowMs: Date.parse(now) })
	expect(refused[0]?.reason ?? 'accepted').toBe(expected)
})
