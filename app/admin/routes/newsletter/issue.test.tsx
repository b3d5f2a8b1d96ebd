import { expect, test } from 'vitest'

import { hoursAgo, readPage } from '#tests/setup/read-page.tsx'

import IssuePage from './issue.tsx'

const issue = {
	id: 'n1',
	subject: 'Spring news',
	state: 'sending',
	shownState: 'sending',
	startsAt: hoursAgo(3),
	startedAt: hoursAgo(2),
	endedAt: null,
	waits: false,
	audience: { saved: null, rows: [] },
}
const progress = { recipients: 2000, left: 1100, perHour: 450.4, end: hoursAgo(-2.4) }
const sending = {
	issue,
	progress,
	seen: 's',
	audience: 'Buyers',
	text: 'Plain text here',
	queued: 1900,
	unsubscribed: 12,
	orders: { count: 3, isOver: false },
	readers: null,
	mails: { sent: 800, queued: 30, sending: 7, suppressed: 40, failed: 5, bounced: 2, unknown: 1 },
}
const linkTo = (result: string) => `</admin/messages?issue=n1&result=${result}>`

test('an email that is being sent shows its figures, each with its emails', () => {
	const { facts, texts, forms, dialogs } = readPage(IssuePage, sending)
	expect(facts).toEqual([
		'Status: [sending, warn]',
		'Audience: Buyers',
		`Sent: 800 ${linkTo('sent')}`,
		`Failed: 8 (<1%) ${linkTo('failed')}`,
		`Held back: 40 (5%) ${linkTo('held')}`,
		'Unsubscribed: 12 (2%)',
		'Orders so far: 3',
		'Starts: Dec 1, 2026, 9:00 AM EST',
		'Started: Dec 1, 2026, 10:00 AM EST',
		'Estimated end: Dec 1, 2026, 2:24 PM EST',
		'Pace: 450 an hour',
		'Queued: 1,900',
		`Waiting: 37 ${linkTo('waiting')}`,
	])
	expect(texts.slice(0, 3)).toEqual(['Spring news', 'Sending to 2,000 subscribers, 1,100 left. Done in 2 h.', '▮45.0 900 of 2,000'])
	expect(texts.slice(-2)).toEqual(['Preview', 'Plain text here'])
	expect(forms).toEqual(['{step: pause} Pause </admin/newsletter/n1/step>'])
	expect(dialogs).toEqual([
		'Stop Already sent 800. They can’t be recalled. Not sent 37 in the queue, and everyone after them. This can’t be undone. {step: stop} Stop </admin/newsletter/n1/step>',
	])
})

test('a sent email shows when it ended and its orders, without a pace', () => {
	const ended = { ...issue, state: 'sent', shownState: 'sent', endedAt: hoursAgo(1) }
	const { facts, forms, dialogs } = readPage(IssuePage, {
		...sending,
		issue: ended,
		progress: null,
		mails: {},
		orders: { count: 4, isOver: true },
	})
	expect(facts).toEqual([
		'Status: [sent, good]',
		'Audience: Buyers',
		'Finished: Dec 1, 2026, 11:00 AM EST',
		'Sent: 0',
		'Failed: 0',
		'Held back: 0',
		'Unsubscribed: 12',
		'Orders within a week: 4',
		'Starts: Dec 1, 2026, 9:00 AM EST',
		'Started: Dec 1, 2026, 10:00 AM EST',
		'Queued: 1,900',
		'Waiting: 0',
	])
	expect([forms, dialogs]).toEqual([[], []])
})

test.each([
	['paused', {}, {}, 'Paused. 1,100 of 2,000 subscribers left.', 'resume'],
	['scheduled', { startsAt: hoursAgo(-3) }, {}, 'Scheduled for 2,000 subscribers. Starts Dec 1, 2026, 3:00 PM EST.', 'unschedule'],
	['scheduled', { waits: true }, {}, 'Scheduled for 2,000 subscribers. Starts when the email before it is sent.', 'unschedule'],
	['starting', {}, {}, 'Starting. The first of 2,000 goes out within a minute.', 'unschedule'],
	[
		'sending',
		{},
		{ end: null, perHour: 0 },
		'Sending to 2,000 subscribers, 1,100 left. No email was sent in the last five minutes.',
		'pause',
	],
	['sending', {}, { end: null }, 'Sending to 2,000 subscribers, 1,100 left. This will take more than a year.', 'pause'],
	['sending', {}, { left: 2000, end: hoursAgo(0) }, 'Sending to 2,000 subscribers. Done within a minute.', 'pause'],
])('%s, with %o and %o: %s', (shownState, more, rest, words, step) => {
	const state = shownState === 'starting' ? 'scheduled' : shownState
	const { texts, forms } = readPage(IssuePage, {
		...sending,
		issue: { ...issue, state, shownState, ...more },
		progress: { ...progress, ...rest },
	})
	expect(texts[1]).toBe(words)
	expect(forms[0]).toContain(`{step: ${step}}`)
})
