import { expect, test } from 'vitest'

import { describeGroups } from './group-drafts.ts'

const LESSON = 'course/module-1/lessons/talks.md'
const lesson = { path: LESSON, title: 'Module 1 › Talks', kind: 'Lesson', isNew: true, summary: '', cause: null }
const changed = (path: string, kind: string) => ({ path, title: path, kind, isNew: false, summary: 'Changed', cause: LESSON })
const MODULE = changed('course/module-1/module.json', 'Module')
const PLAN = { live: {}, edits: {}, causes: new Map(), files: [] } as unknown as Parameters<typeof describeGroups>[0]

test.each([
	{ members: [lesson, MODULE], title: 'New lesson “Talks”' },
	{ members: [lesson, MODULE, changed('marketing/home.json', 'Page')], title: 'New lesson “Talks” and 1 other change' },
	{
		members: [changed('marketing/home.json', 'Page'), lesson, changed('offers.json', 'Offers')],
		title: 'New lesson “Talks” and 2 other changes',
	},
])('a group of a new lesson with $members.length texts is “$title”', ({ members, title }) => {
	const [group] = describeGroups(
		PLAN,
		members.map((member) => ({ ...member, group: 'a', isSeparable: false })),
	)
	expect(group?.title).toBe(title)
})
