import { expect, test } from 'vitest'

import { sampleSale } from '#server/services/operations/mail-samples/sample-rows.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { refundMail } from './refund-mails.ts'

test('the email that grants a refund says what happens to access, and each email of a test order that no money moved', async () => {
	const { deps } = await makeTestDeps()
	const { order: sample } = sampleSale(deps.content)
	const textOf = (changes: Partial<typeof sample>, step: 'granted' | 'settled' | 'failed' = 'granted') =>
		refundMail(deps, step, { order: { ...sample, livemode: true, ...changes }, key: 'r', amountCents: 500, request: null }).text
	const sentences = [
		'This refund doesn’t change your access.',
		'paused from now on',
		'Your access to the course, its templates',
		'Test mode: no money moved.',
	]
	const found = (text: string) => sentences.map((sentence) => text.includes(sentence))
	expect(found(textOf({ status: 'partially_refunded' }))).toEqual([true, false, false, false])
	expect(found(textOf({ status: 'refund_pending' }))).toEqual([false, true, false, false])
	expect(found(textOf({ status: 'refunded' }, 'settled'))).toEqual([false, false, true, false])
	expect(found(textOf({ status: 'partially_refunded' }, 'settled'))).toEqual([false, false, false, false])
	const endedText = (step: 'granted' | 'settled' | 'failed', status: typeof sample.status) =>
		refundMail(deps, step, { order: { ...sample, status }, key: 'r', amountCents: 500, request: null, hasEnded: true }).text
	expect(endedText('granted', 'refund_pending')).toContain('has already ended. If you earned a certificate')
	expect(endedText('settled', 'refunded')).toContain('Your access had already ended. If you earned a certificate')
	expect(textOf({}, 'failed')).toContain('you keep your access')
	expect(endedText('failed', 'paid')).not.toContain('access')
	for (const step of ['granted', 'settled', 'failed'] as const) expect(found(textOf({ livemode: false }, step))[3]).toBe(true)
})
