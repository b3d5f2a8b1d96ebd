import { expect, test } from 'vitest'

import { rank } from './rank.ts'

const ENTRIES: readonly (readonly [label: string, words: string])[] = [
	['Text messages', 'sms log'],
	['Catalog of offers', ''],
	['Email log', 'Email'],
	['Activity log', 'log history'],
	['Allow email to an address again', 'bounce'],
	['Switch to dark mode', 'theme appearance'],
	['Import subscribers', 'subscribers csv'],
	['Subscribers', 'people'],
]

const order = (typed: string) =>
	ENTRIES.map(([label, words]) => ({ label, fits: rank(label, typed, words.split(' ')) }))
		.filter(({ fits }) => fits > 0)
		.toSorted((one, other) => other.fits - one.fits)
		.map(({ label }) => label)

test.each([
	['log', ['Activity log', 'Email log', 'Catalog of offers', 'Text messages']],
	['sms', ['Text messages']],
	['subscribers', ['Subscribers', 'Import subscribers']],
	['subscr', ['Subscribers', 'Import subscribers']],
	['dark', ['Switch to dark mode']],
	['theme', ['Switch to dark mode']],
])('%j finds labels before other words', (typed, labels) => {
	expect(order(typed).slice(0, labels.length)).toEqual(labels)
})
