import { expect, test } from 'vitest'

import { renameModule } from '#server/console/content/rename-module.ts'
import { renameSection } from '#server/console/content/rename-section.ts'

import {
	inOrder,
	moveKey,
	reorderModules,
	reorderSections,
	removeModule,
	removeSection,
	renameLesson,
	relinkNextModule,
} from './change-outline.ts'

test.each([
	['b', -1, 'b,a,c'],
	['b', 1, 'a,c,b'],
	['a', -1, 'a,b,c'],
	['c', 1, 'a,b,c'],
	['x', 1, 'a,b,c'],
] as const)('%s moved by %i: %s', (key, by, order) => {
	expect(moveKey(['a', 'b', 'c'], key, by).join()).toBe(order)
})

test.each([['a'], ['a,b,c'], ['a,a'], ['a,x'], ['']])('%s is not a valid order of a and b', (order) => {
	expect(inOrder(['a', 'b'], order.split(','), String)).toBeNull()
})

const names = (title: string, headingBefore: string) => ({ id: 1, title, heading: title, headingBefore })

test('a module moved to the front opens at once, and one moved before its requirement opens after its predecessor', () => {
	const gate = (requires: number) => ({ requires, deniedRedirect: '/x' })
	const course = {
		title: 'Kept',
		modules: [
			{ id: 1, title: 'One', gate: null },
			{ id: 2, title: 'Two', gate: gate(1) },
			{ id: 3, title: 'Three', gate: gate(2) },
		],
	}
	expect(reorderModules(course, ['3', '2', '1'])).toEqual({
		title: 'Kept',
		modules: [
			{ id: 3, title: 'Three', gate: null },
			{ id: 2, title: 'Two', gate: gate(3) },
			{ id: 1, title: 'One', gate: null },
		],
	})
	const further = {
		modules: [
			{ id: 7, title: 'One', requires: null },
			{ id: 8, title: 'Two', requires: 7 },
		],
	}
	expect(reorderModules(further, ['8', '7'])?.modules.map(({ requires }) => requires)).toEqual([null, null])
	expect(reorderModules(course, ['1', '3', '2'])?.modules[2]).toEqual({ id: 2, title: 'Two', gate: gate(1) })
})

test('reordering and renaming lessons updates the roadmap', () => {
	const module = {
		sections: [
			{ id: 'a', title: 'A' },
			{ id: 'b', title: 'B' },
		],
		roadmap: [
			{ sectionId: 'a', title: 'A', minutes: 1 },
			{ sectionId: 'a', title: 'Other', minutes: 2 },
			{ sectionId: 'b', title: 'B', minutes: 3 },
		],
	}
	const moved = reorderSections(module, ['b', 'a'])
	expect([moved?.sections.map(({ id }) => id), moved?.roadmap?.map(({ title }) => title)]).toEqual([
		['b', 'a'],
		['B', 'A', 'Other'],
	])
	const renamed = renameSection(module, 'a', 'New')
	expect([renamed.sections[0]?.title, renamed.roadmap?.map(({ title }) => title)]).toEqual(['New', ['New', 'Other', 'B']])
	expect(renameModule({ modules: [{ id: 1, title: 'A', pageTitle: 'A' }] }, names('B', 'A')).modules[0]).toEqual({
		id: 1,
		title: 'B',
		pageTitle: 'B',
	})
	expect(renameModule({ modules: [{ id: 1, title: 'A', pageTitle: 'P' }] }, names('B', 'Q')).modules[0]?.pageTitle).toBe('P')
	expect(renameModule({ modules: [{ id: 1, title: 'A', pageTitle: 'P' }] }, names('B', 'P')).modules[0]?.pageTitle).toBe('B')
	expect(renameModule({ modules: [{ id: 1, title: 'A' }] }, names('B', 'A')).modules[0]).toEqual({ id: 1, title: 'B' })
})

test('renaming a module updates the message of the module after it', () => {
	const description = (name: string) => `You need to complete Module 2: ${name} before accessing Module 3`
	const gate = (name: string) => ({ requires: 2, deniedToast: { title: 'Complete Module 2 First', description: description(name) } })
	const renamedTo = (title: string, name: string) =>
		renameModule(
			{
				modules: [
					{ id: 2, title: 'A' },
					{ id: 3, title: 'C', gate: gate(name) },
				],
			},
			{ id: 2, title, heading: title, headingBefore: 'A' },
		).modules[1]?.gate
	expect(renamedTo('Tools: $& more', 'Tools of the Trade')).toEqual(gate('Tools: $& more'))
	expect(renamedTo('B', 'A')).toEqual(gate('B'))
	const own = { requires: 2, deniedToast: { title: 'Wait', description: 'First things first' } }
	expect(
		renameModule(
			{
				modules: [
					{ id: 2, title: 'A' },
					{ id: 3, title: 'C', gate: own },
				],
			},
			{ id: 2, title: 'B', heading: 'B', headingBefore: 'A' },
		).modules[1]?.gate,
	).toEqual(own)
})

test.each([
	['title: Old', 'Old', 'New: with a colon', 'title: "New: with a colon"'],
	['title: "Old: one"', 'Old: one', 'New', 'title: New'],
	['title: Another', 'Old', 'New', 'title: Another'],
	['title: Old', 'Old', '$& #1', 'title: "$& #1"'],
])('%s renamed from %s to %s becomes %s', (line, before, title, after) => {
	const text = (head: string) => `---\nduration: 1\n${head}\n---\n\ntitle: Old\n`
	expect(renameLesson(text(line), before, title)).toBe(text(after))
})

test('removing a module removes its gate, message, week and links', () => {
	const toast = (title: string, description: string) => ({ title, description })
	const gate = (requires: number, before: string) => ({
		requires,
		deniedToast: toast(`Complete Module ${requires} First`, `Complete Module ${requires}: ${before} before Module 9`),
		deniedRedirect: `/course/module${requires}`,
	})
	const course = {
		modules: [
			{ id: 1, title: 'One', gate: null, completionToast: toast('Done!', 'Module 2 is open.') },
			{ id: 2, title: 'Two', gate: gate(1, 'One'), completionToast: toast('Module 2 done!', 'Module 3 is open.') },
			{ id: 3, title: 'Three', gate: gate(2, 'Two') },
		],
		weeks: [
			{ week: 1, module: 1 },
			{ week: 2, module: 2 },
			{ week: 3, module: 3 },
		],
	}
	expect(removeModule(course, 2)).toEqual({
		modules: [
			{ id: 1, title: 'One', gate: null, completionToast: toast('Module 1 done!', 'Module 3 is open.') },
			{ id: 3, title: 'Three', gate: gate(1, 'One') },
		],
		weeks: [
			{ week: 1, module: 1 },
			{ week: 2, module: 3 },
		],
	})
	const page = (href: string) => ({ sections: [], completion: { next: { href }, nextPreview: { title: href } } })
	expect(relinkNextModule(page('/course/module2'), page('/course/module3'), 2)).toEqual(page('/course/module3'))
	expect(relinkNextModule(page('/modules'), page('/course/module3'), 2)).toEqual(page('/modules'))
})

test('removing a lesson removes its roadmap step', () => {
	const part = (id: string) => ({ id, title: id })
	const step = (sectionId: string) => ({ sectionId, title: sectionId })
	const module = { title: 'Kept', sections: [part('a'), part('b')], roadmap: [step('a'), step('b'), step('a')] }
	expect(removeSection(module, 'a')).toEqual({ title: 'Kept', sections: [part('b')], roadmap: [step('b')] })
})
