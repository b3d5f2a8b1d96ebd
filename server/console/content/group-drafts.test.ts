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

test('a group of settings names those that changed', () => {
	const settings = { ...changed('site.json', 'Settings'), cause: null, group: 'a', isSeparable: false }
	const quiz = { ...changed('quizzes/hustler.json', 'Quiz'), cause: 'site.json', group: 'a', isSeparable: true }
	const name = (site: object) =>
		describeGroups({ ...PLAN, live: { 'site.json': '{}' }, edits: { 'site.json': JSON.stringify(site) } }, [settings, quiz])[0]?.title
	expect(name({ tagline: 'Clay' })).toBe('Settings')
	expect(name({ program: 'Throwing', supportEmail: 'hi@clay.studio' })).toBe('Renaming the course to “Throwing” and a new support email')
	expect(name({ name: 'Clayroom', hiddenPages: ['about'] })).toBe('Turning off “About” and renaming the academy to “Clayroom”')
})

test('a group that removes lessons says how many, also if a new one takes their place', () => {
	const page = (...ids: string[]) => JSON.stringify({ sections: ids.map((id) => ({ id, title: id })) })
	const name = (members: object[], left: string) => {
		const plan = { ...PLAN, live: { 'course/module-1/module.json': page('a', 'b', 'c') }, edits: { 'course/module-1/module.json': left } }
		return describeGroups(
			plan,
			members.map((member) => ({ ...lesson, ...member, group: 'a', isSeparable: false })),
		)[0]?.title
	}
	expect(name([lesson, MODULE], page('a', 'talks'))).toBe('Removing 2 lessons, new lesson “Talks”')
	expect(name([{ ...MODULE, cause: null }, changed('offers.json', 'Offers')], page('a'))).toBe('Removing 2 lessons')
})

test('only the group of a lesson’s module, or of the course without that module, says that it removes lessons', () => {
	const page = (...ids: string[]) => JSON.stringify({ sections: ids.map((id) => ({ id, title: id })) })
	const course = (...ids: number[]) => JSON.stringify({ modules: ids.map((id) => ({ id, title: `Module ${id}` })) })
	const two = changed('course/module-2/module.json', 'Module')
	const name = (members: object[], edits: Record<string, string>) => {
		const live = { 'course/module-1/module.json': page('a', 'b'), 'course/module-2/module.json': page('x') }
		const plan = {
			...PLAN,
			live: { ...live, 'course/course.json': course(1, 2) },
			edits: { ...live, 'course/course.json': course(1, 2), ...edits },
		}
		return describeGroups(
			plan,
			members.map((member) => ({ ...lesson, ...member, group: 'a', isSeparable: false })),
		)[0]?.title
	}
	const emptied = { 'course/module-1/module.json': page(), 'course/module-2/module.json': page('x', 'talks') }
	expect(name([{ ...lesson, path: 'course/module-2/lessons/talks.md' }, two], emptied)).toBe('New lesson “Talks”')
	expect(name([MODULE, changed('offers.json', 'Offers')], emptied)).toBe('Removing 2 lessons')
	const without = { 'course/course.json': course(2) }
	expect(name([changed('course/course.json', 'Course'), changed('offers.json', 'Offers')], without)).toBe('Removing 2 lessons')
	expect(name([two, changed('offers.json', 'Offers')], without)).toBe('Change of “course/module-2/module.json”')
})
