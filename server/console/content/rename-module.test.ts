import { expect, test } from 'vitest'

import { type ListedModule, renameModule } from './rename-module.ts'

const toast = (description: string) => ({ title: 'Locked', description })

const renamed = (modules: ListedModule[], title = 'New') =>
	renameModule({ modules }, { id: 1, title, heading: 'New heading', headingBefore: 'Old heading' }).modules

test('the message of the module that opens afterwards names the new title; any other message stays', () => {
	const gated = (id: number, requires: number, description: string): ListedModule => ({
		id,
		title: `Module ${id}`,
		gate: { requires, deniedToast: toast(description) },
	})
	const messages = (modules: ListedModule[], title?: string) => renamed(modules, title).map(({ gate }) => gate?.deniedToast?.description)
	const first = { id: 1, title: 'Old' }
	const automatic = 'You need to complete Module 1: Old before accessing Module 2'
	const own = 'Finish the basics before accessing Module 2'
	const ofOther = 'You need to complete Module 3: Old before accessing Module 4'
	expect(messages([first, gated(2, 1, automatic), gated(2, 1, own), gated(4, 3, ofOther), gated(2, 3, automatic)])).toEqual([
		undefined,
		'You need to complete Module 1: New before accessing Module 2',
		own,
		ofOther,
		automatic,
	])
	// A message with an older title is updated, too, but only if the title changes.
	const outdated = 'You need to complete Module 1: Older before accessing Module 2'
	expect(messages([first, gated(2, 1, outdated)])).toEqual([undefined, 'You need to complete Module 1: New before accessing Module 2'])
	expect(messages([first, gated(2, 1, outdated)], 'Old')).toEqual([undefined, outdated])
})

test('the title in the browser’s tab follows the name it showed, and stays if it is another', () => {
	const pageTitle = (before: string) => renamed([{ id: 1, title: 'Old', pageTitle: before }])[0]?.pageTitle
	expect([pageTitle('Old heading'), pageTitle('Old'), pageTitle('My own')]).toEqual(['New heading', 'New', 'My own'])
	expect(renamed([{ id: 2, title: 'Old', pageTitle: 'Old' }])).toEqual([{ id: 2, title: 'Old', pageTitle: 'Old' }])
})
