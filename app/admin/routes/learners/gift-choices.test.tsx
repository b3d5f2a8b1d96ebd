import { expect, test } from 'vitest'

import { readPage } from '#tests/setup/read-page.tsx'

import { ComplimentaryItemChoices, MailChoice } from './gift-choices.tsx'

const checkedIn = (page: HTMLElement) => [...page.querySelectorAll('input[checked]')].map((box) => box.getAttribute('name'))

test('people who are added get an email unless the operator turned it off; no access is chosen for them', () => {
	const mailFor = (typed: object) => checkedIn(readPage(MailChoice, { label: 'Send an email', hint: 'Once.', typed }).page)
	expect([mailFor({}), mailFor({ email: 'x' }), mailFor({ mails: 'on' })]).toEqual([['mails'], [], ['mails']])
	const gifts = [
		{ name: 'gift-a', title: 'Course A' },
		{ name: 'gift-b', title: 'Bonus B' },
	]
	const giftsFor = (typed: object) => checkedIn(readPage(ComplimentaryItemChoices, { gifts, typed }).page)
	expect([giftsFor({}), giftsFor({ 'gift-b': 'on' })]).toEqual([[], ['gift-b']])
})
