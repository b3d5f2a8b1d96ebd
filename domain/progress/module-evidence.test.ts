import { expect, test } from 'vitest'

import { moduleEvidence, type EvidenceSection } from './module-evidence.ts'
import type { ProgressEntry, ProgressKind } from './progress-entry.ts'

const sections: EvidenceSection[] = [
	{ id: 'intro', lessonId: null, milestoneId: null },
	{ id: 'skills', lessonId: 'skills-lesson', milestoneId: null },
	{ id: 'design', lessonId: null, milestoneId: 'wireframes' },
]
const did = (kind: ProgressKind, key: string, done = true): ProgressEntry => ({ kind, key, done, changedAt: 1 })
const opened = ['intro', 'skills', 'design'].map((id) => did('section', `1/${id}`))

test.each([
	{
		what: 'nothing',
		entries: [],
		shares: '0/3 0/2 0/1',
		missing: ['intro reading', 'skills reading task check', 'design reading milestone'],
	},
	{
		what: 'the flag alone',
		entries: [did('module', '1')],
		shares: '0/3 0/2 0/1',
		missing: ['intro reading', 'skills reading task check', 'design reading milestone'],
	},
	{ what: 'all sections opened', entries: opened, shares: '3/3 0/2 0/1', missing: ['skills task check', 'design milestone'] },
	{
		what: 'a task',
		entries: [...opened, did('task', '1/skills-lesson')],
		shares: '3/3 1/2 0/1',
		missing: ['skills check', 'design milestone'],
	},
	{
		what: 'a task taken back',
		entries: [...opened, did('task', '1/skills-lesson', false)],
		shares: '3/3 0/2 0/1',
		missing: ['skills task check', 'design milestone'],
	},
	{ what: 'a milestone', entries: [...opened, did('milestone', '1/wireframes')], shares: '3/3 1/2 0/1', missing: ['skills task check'] },
	{
		what: 'the same of another module',
		entries: [...opened, did('milestone', '2/wireframes'), did('lesson-quiz', '2/skills-lesson')],
		shares: '3/3 0/2 0/1',
		missing: ['skills task check', 'design milestone'],
	},
	{
		what: 'everything',
		entries: [...opened, did('task', '1/skills-lesson'), did('lesson-quiz', '1/skills-lesson'), did('milestone', '1/wireframes')],
		shares: '3/3 2/2 1/1',
		missing: [],
	},
])('with $what: $shares, missing $missing', ({ entries, shares, missing }) => {
	const evidence = moduleEvidence(1, sections, entries)
	const said = [evidence.opened, evidence.exercised, evidence.checked].map(({ done, of }) => `${done}/${of}`).join(' ')
	expect(said).toBe(shares)
	expect(evidence.missing.map(({ sectionId, pieces }) => [sectionId, ...pieces].join(' '))).toEqual(missing)
})
