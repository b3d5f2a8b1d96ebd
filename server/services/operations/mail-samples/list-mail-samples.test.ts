import { expect, test } from 'vitest'

import { transferMail } from '#server/services/commerce/transfers/transfer-mails.ts'
import { systemContext } from '#server/services/context.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { listMailSamples } from './list-mail-samples.ts'
import { sampleSale } from './sample-rows.ts'

const BY_MISTAKE = 'entered your address by mistake'

test('a reply to a notice goes to the person who wrote, one to an answer goes to support, and others have no reply address', async () => {
	const { deps } = await makeTestDeps()
	const replies = listMailSamples(systemContext(deps, 'test')).flatMap(({ template, headers }) =>
		headers?.['Reply-To'] === undefined ? [] : [[template, headers['Reply-To']]],
	)
	expect(Object.fromEntries(replies)).toEqual({
		'support.ticket-notice': 'visitor@example.test',
		'support.reply-notice': 'visitor@example.test',
		'support.answer': deps.content.site.supportEmail,
		'support.note': deps.content.site.supportEmail,
		'support.application-notice': 'applicant@example.test',
	})
})

test.each([
	{ buyer: 'a guest', userId: null, isNoted: true },
	{ buyer: 'a learner', userId: '018f0000-0000-7000-8000-000000000000', isNoted: false },
])('how to pay, for $buyer, says that someone may have entered the address by mistake: $isNoted', async ({ userId, isNoted }) => {
	const { deps } = await makeTestDeps()
	const { order, transfer } = sampleSale(deps.content)
	for (const step of ['asked', 'reminder'] as const) {
		const { text } = transferMail(step, { order: { ...order, user_id: userId }, transfer }, deps)
		expect(text.includes(BY_MISTAKE)).toBe(isNoted)
	}
})
