import { expect, test } from 'vitest'

import { hoursAgo, NOW, readPage } from '#tests/setup/read-page.tsx'

import ApplicationPage from './application.tsx'
import PrivacyPage from './privacy-requests.tsx'
import TicketPage from './ticket.tsx'

const ticket = {
	id: 't1',
	subject: 'No access',
	status: 'open',
	due_at: hoursAgo(-30),
	answered_at: null,
	first_answered_at: null,
	category: 'guardian',
	reference: 'TKT-5',
	name: 'Ana Lee',
	email: 'ana@example.test',
	assignee: 'bo@example.test',
	isMine: false,
	created_at: hoursAgo(18),
	message: 'I can’t sign in.',
}
const answer = { id: 'x1', kind: 'answer', author: 'bo@example.test', created_at: hoursAgo(10), body: 'Try again.', mail: 'bounced' }
const order = {
	id: 'o1',
	product_name: 'Digital Income',
	status: 'paid',
	provider: 'stripe',
	paid_at: hoursAgo(60),
	created_at: hoursAgo(61),
}
const opened = {
	ticket,
	seen: 's',
	saved: [{ id: 'a1', title: 'Sign-in help' }],
	answerLength: 900,
	now: NOW,
	next: { id: 't2', subject: 'Invoice' },
	byAddress: null,
	thread: [
		answer,
		{ ...answer, id: 'x2', kind: 'reply', author: null, created_at: hoursAgo(9), body: 'Still not.', mail: null },
		{ ...answer, id: 'x3', kind: 'note', author: null, created_at: hoursAgo(7), body: 'Ask Cy.', mail: null },
	],
	learner: { id: 'u1', isVerified: true, access: 'suspended', order },
}

test('an open ticket shows its sender, their access and order, and who wrote what', () => {
	const { facts, texts, forms } = readPage(TicketPage, opened)
	expect(facts).toEqual([
		'Status: [open, warn]',
		'Answer due: Dec 2, 2026, 6:00 PM EST [due in 1 day, calm]',
		'About: Guardian consent',
		'Reference: TKT-5',
		'From: Ana Lee </admin/learners/u1> ana@example.test',
		'Access: [suspended, warn]',
		'Last order: Digital Income </admin/orders/o1> [paid, good] Nov 29, 2026, 12:00 AM EST',
		'Assigned to: bo@example.test',
	])
	expect(texts.slice(0, 11)).toEqual([
		'No access',
		'Next open ticket: Invoice </admin/tickets/t2>',
		'Ana Lee Nov 30, 2026, 6:00 PM EST',
		'I can’t sign in.',
		'bo@example.test Dec 1, 2026, 2:00 AM EST [email bounced, bad]',
		'Try again.',
		'Ana Lee Dec 1, 2026, 3:00 AM EST',
		'Still not.',
		'a deleted account Dec 1, 2026, 5:00 AM EST [internal note, warn]',
		'Ask Cy.',
		'Emailed to ana@example.test and kept here. The email links to this conversation, where they can reply.',
	])
	expect(forms.slice(0, 2)).toEqual(['{to: me} Take over </admin/tickets/t1/assign>', 'Close </admin/tickets/t1/close>'])
	expect(forms.slice(2).map((form) => form.split(' ').at(-1))).toEqual(['</admin/tickets/t1/answer>', '</admin/tickets/t1/note>'])
	expect(forms[2]).toMatch(/^\{seen: s\} Another answer .* Sign-in help Insert Send answer/)
})

const withTicket = (more: object, rest: object = {}) => readPage(TicketPage, { ...opened, ticket: { ...ticket, ...more }, ...rest })

test('an answered ticket shows when it was answered, and orders with an address that isn’t confirmed', () => {
	const answered = { status: 'answered', answered_at: hoursAgo(-31), first_answered_at: hoursAgo(12), assignee: null }
	const byAddress = { accountId: null, orders: [order, { ...order, id: 'o2', product_name: 'Bonus', paid_at: null }] }
	const { facts, forms } = withTicket(answered, { learner: null, byAddress })
	expect(facts).toEqual([
		'Status: [answered, calm]',
		'Answered: Dec 2, 2026, 7:00 PM EST [late, bad]',
		'About: Guardian consent',
		'Reference: TKT-5',
		'From: Ana Lee ana@example.test',
		'Customer: No account. Orders with this address: Digital Income </admin/orders/o1> [paid, good] Nov 29, 2026, 12:00 AM EST Bonus </admin/orders/o2> [paid, good] Nov 28, 2026, 11:00 PM EST This address isn’t confirmed, so the sender may be someone else.',
		'Assigned to: no one',
		'First answered: Dec 1, 2026, 12:00 AM EST',
	])
	expect(forms.slice(0, 3)).toEqual([
		'{to: me} Assign to me </admin/tickets/t1/assign>',
		'Reopen </admin/tickets/t1/reopen>',
		'Close </admin/tickets/t1/close>',
	])
	expect(withTicket({ status: 'answered', answered_at: hoursAgo(5) }).facts[1]).toBe('Answered: Dec 1, 2026, 7:00 AM EST [on time, good]')
})

test('a closed ticket, a late one, and senders with or without an account', () => {
	const closed = withTicket({ status: 'closed' }, { learner: null, byAddress: { accountId: 'u9', orders: [order] } })
	expect(closed.facts.slice(0, 2)).toEqual(['Status: [closed, calm]', 'Answered: closed without an answer'])
	expect(closed.facts[5]).toMatch(
		/^Customer: Learner ana@example\.test <\/admin\/learners\/u9> \[Address not verified, warn\] 1 order with this address: /,
	)
	expect(closed.forms.map((form) => form.split(' ').at(-1))).toEqual(['</admin/tickets/t1/reopen>', '</admin/tickets/t1/note>'])
	expect(withTicket({ due_at: hoursAgo(5) }).facts[1]).toBe('Answer due: Dec 1, 2026, 7:00 AM EST [5 h late, bad]')
	expect(withTicket({}, { learner: null, byAddress: { accountId: null, orders: [] } }).facts).toContain(
		'Customer: No account or order with this address.',
	)
	const unverified = withTicket({ isMine: true }, { learner: { ...opened.learner, isVerified: false, order: null } })
	expect(unverified.facts[4]).toContain('ana@example.test This address isn’t confirmed')
	expect(unverified.facts).toContain('Last order: none')
	expect(unverified.forms[0]).toMatch(/^\{to: \w+\} Unassign <\/admin\/tickets\/t1\/assign>$/)
})

test.each([
	['queued', '[email queued, calm]'],
	['sending', '[email queued, calm]'],
	['sent', '[email sent, good]'],
	[null, '[email sent, good]'],
	['suppressed', '[address is suppressed, bad]'],
	['failed', '[email failed, bad]'],
	['unknown', '[email may not have arrived, bad]'],
])('the email of an answer: %s', (mail, badge) => {
	expect(withTicket({}, { thread: [{ ...answer, mail }] }).texts[4]).toBe(`bo@example.test Dec 1, 2026, 2:00 AM EST ${badge}`)
})

test('an application shows its values, its file and whether that may do harm', () => {
	const application = {
		id: 'p1',
		name: 'Ana Lee',
		status: 'new',
		position: 'Tutor',
		email: 'ana@example.test',
		reference: 'APP-7',
		created_at: hoursAgo(6),
		message: 'Hello',
		file_name: 'cv.pdf',
		size_bytes: 52_000,
		has_active_content: true,
	}
	const { facts, texts, forms, page } = readPage(ApplicationPage, { application, otherStates: ['answered', 'closed'] })
	expect(facts).toEqual([
		'Status: [new, warn]',
		'Position: Tutor',
		'Email: ana@example.test',
		'Reference: APP-7',
		'Received: Dec 1, 2026, 6:00 AM EST',
		'File: cv.pdf </admin/applications/p1/file> (52 kB) contains a script or a file: open it with care',
	])
	expect(texts.slice(0, 2)).toEqual(['Ana Lee', 'Hello'])
	expect(forms).toEqual(['Mark as answered </admin/applications/p1/answered>', 'Close </admin/applications/p1/closed>'])
	expect(page.querySelector('.action-row a')?.getAttribute('href')).toBe('mailto:ana@example.test?subject=Your%20application%3A%20Tutor')
	const plain = (more: object) => readPage(ApplicationPage, { application: { ...application, ...more }, otherStates: ['new'] })
	expect(plain({ has_active_content: false, status: 'closed' }).facts.at(-1)).toBe('File: cv.pdf </admin/applications/p1/file> (52 kB)')
	expect(plain({ file_name: null }).facts.at(-1)).toBe('File: none')
	expect([plain({ status: 'closed' }).facts[0], plain({}).forms[0]]).toEqual([
		'Status: [closed, calm]',
		'Mark as new </admin/applications/p1/new>',
	])
})

test('privacy requests show what, by whom, when it is due, and which deletion can be canceled', () => {
	const requests = [
		{
			id: 'r1',
			kind: 'erase',
			user_id: 'u1',
			email: 'ana@example.test',
			asked_at: hoursAgo(100),
			due_at: hoursAgo(5),
			erases_at: hoursAgo(-50),
		},
		{ id: 'r2', kind: 'export', user_id: null, email: null, asked_at: hoursAgo(20), due_at: hoursAgo(-70), erases_at: null },
		{ id: 'r3', kind: 'export', user_id: 'u3', email: null, asked_at: hoursAgo(21), due_at: hoursAgo(-100), erases_at: null },
	]
	const { tables, texts, dialogs } = readPage(PrivacyPage, { now: NOW, most: 3, requests })
	expect(tables['Privacy requests']).toEqual([
		'Request | By | Requested | Due | Deletion on | Undo',
		'deletion | ana@example.test </admin/learners/u1> | Nov 27, 8:00 AM | [5 h ago, bad] | Dec 3, 2:00 PM (in 2 days) | ',
		'copy of the data | an address without an account | Nov 30, 4:00 PM | [in 3 days, calm] | – | –',
		'copy of the data | an account without an email address </admin/learners/u3> | Nov 30, 3:00 PM | [in 4 days, calm] | – | –',
	])
	expect(texts.at(-1)).toBe('Showing the 3 that are due first.')
	expect(dialogs.map((dialog) => dialog.split(' ').at(-1))).toEqual(['</admin/privacy/erase>', '</admin/learners/u1/keep>'])
	expect(readPage(PrivacyPage, { now: NOW, most: 3, requests: [] }).texts).toContain('No privacy requests are waiting.')
})
