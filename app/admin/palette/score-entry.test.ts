import { expect, test } from 'vitest'

import { SETTINGS_SUBJECTS } from '#server/console/settings/subjects.ts'

import { COMMON_TASKS, FURTHER_PAGES } from './places-to-go.ts'
import { scoreEntry } from './score-entry.ts'

const ENTRIES: readonly (readonly [label: string, words: string])[] = [
	['Text messages', 'sms log'],
	['Catalog of offers', ''],
	['Email log', 'Email'],
	['Activity log', 'log history'],
	['Resume emails to an address', 'bounce'],
	['Switch to dark mode', 'theme appearance'],
	['Import subscribers', 'subscribers csv'],
	['Subscribers', 'people'],
]

const order = (typed: string) =>
	ENTRIES.map(([label, words]) => ({ label, fits: scoreEntry(label, typed, words.split(' ')) }))
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
])('%j ranks labels before other words', (typed, labels) => {
	expect(order(typed).slice(0, labels.length)).toEqual(labels)
})

const offered = (typed: string) =>
	[...FURTHER_PAGES, ...COMMON_TASKS]
		.map(({ label, words }) => ({ label, fits: scoreEntry(label, typed, words?.split(' ')) }))
		.filter(({ fits }) => fits > 0)
		.toSorted((one, other) => other.fits - one.fits)
		.map(({ label }) => label)

test.each([
	['team', 'Team'],
	['time zone', 'Time zone'],
	['timezone', 'Time zone'],
	['going live', 'Going live'],
	['sandbox', 'Going live'],
	['backup', 'Back up now'],
	['back up', 'Back up now'],
	['restore test', 'Test a restore'],
	['change price', 'Prices'],
	['change the price', 'Prices'],
	['edit logo', 'Logo'],
	['add learner', 'Add learner'],
	['new student', 'Add learner'],
	['add a customer', 'Add learner'],
	['new coupon', 'New coupon'],
	['create discount code', 'New coupon'],
	['give access', 'Give access to a learner'],
	['cancel order', 'Refund an order'],
	['change password', 'Your account'],
	['add module', 'New module'],
	['stripe', 'Payments'],
	['vat', 'Tax'],
	['vat id', 'Tax'],
	['sales tax', 'Tax'],
	['password', 'Your account'],
	['popup', 'Newsletter pop-up'],
	['pop-up', 'Newsletter pop-up'],
	['newsletter box', 'Newsletter pop-up'],
	['support hours', 'Support hours'],
	['opening hours', 'Support hours'],
	['export orders', 'Export orders'],
	['download csv', 'Export orders'],
	['erase', 'Privacy requests'],
	['smtp', 'Email settings'],
	['mail settings', 'Email settings'],
	['refund', 'Refund an order'],
	['invite', 'Invite a person to the team'],
	['checklist', 'Launch checklist'],
])('the first result for %j is %s', (typed, label) => {
	expect(offered(typed)[0]).toBe(label)
})

test('every settings page is offered, and “team” doesn’t match “New lesson”', () => {
	const pages = FURTHER_PAGES.map(({ href }) => href)
	for (const { id } of SETTINGS_SUBJECTS) expect(pages).toContain(`/admin/settings/${id}`)
	expect(offered('team')).not.toContain('New lesson')
})
