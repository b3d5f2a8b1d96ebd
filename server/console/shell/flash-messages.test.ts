import { expect, test } from 'vitest'

import { findNotice } from './flash-messages.ts'

const SANDBOX = 'Sandbox: no email left this server.'

test.each([
	['ticket-answered', 'Answer sent.', `Answer sent. ${SANDBOX}`, '/dev/outbox'],
	['access-given', 'Access granted. We emailed the learner.', `Access granted. We emailed the learner. ${SANDBOX}`, '/dev/outbox'],
	['view-saved', 'View saved.', 'View saved.', undefined],
	['unknown', undefined, undefined, undefined],
	[null, undefined, undefined, undefined],
])('the notice after %s is, with a mail provider, %s; without: %s, and links to %s', (word, delivered, kept, link) => {
	const shown = findNotice(word, { isMailSandbox: true })
	expect([findNotice(word, { isMailSandbox: false })?.text, shown?.text, shown?.link?.href]).toEqual([delivered, kept, link])
})

test('notices about access say when it ends, before the email, and other notices don’t', () => {
	const read = (word: string) => findNotice(word, { isMailSandbox: false, ends: 'May 1, 2027' })?.text
	expect(read('access-waits')).toBe(
		'Access granted. It opens when the learner signs in. Access ends May 1, 2027. We emailed an invitation.',
	)
	expect([read('access-end-set'), read('view-saved')]).toEqual(['Saved. Access ends May 1, 2027.', 'View saved.'])
})

test('a saved course is reviewed and published from its notice', () => {
	expect(findNotice('module-begun', { isMailSandbox: true })?.link?.href).toBe('/admin/content/publish')
})
