import { expect, test } from 'vitest'

import { startWire } from '#tests/wire/test-client.ts'

import { originOf, publish, saveText } from './edit-content.ts'
import { openConsoleAs } from './open-console.ts'

const FILE = 'marketing/testimonials.json'
const PAGE = '/admin/content/publish'

type List = { testimonials: Record<string, unknown>[] }

const withOneMore = (fields: Record<string, unknown>) => {
	const { testimonials } = JSON.parse(originOf(FILE)) as List
	const added = { ...testimonials[0], id: 'maya', name: 'Maya', ...fields }
	return JSON.stringify({ testimonials: [added, ...testimonials.toReversed()] })
}

test('publishing asks only about samples that it makes public, not about those that are public already', async () => {
	const operator = await openConsoleAs(await startWire(), 'operator')
	await saveText(operator, FILE, withOneMore({ sample: true }))
	const review = (await operator.get(PAGE)).text
	expect(review).toContain('One text is still a sample.')
	expect(review).toMatch(/at=%2Ftestimonials%2F0%2Fsample[^>]*>Testimonials › [^<]*Maya › [^<]*made up</)
	await saveText(operator, FILE, withOneMore({ sample: false }))
	expect((await operator.get(PAGE)).text).not.toContain('still a sample')
	const { status, to } = await operator.post(PAGE)
	expect(status).toBe(303)
	const published = (await operator.get(to)).text
	expect(published).toMatch(/Next step: <a [^>]*>Name your academy</)
	expect((await operator.get('/admin/today')).text).toMatch(/>Publish your changes<\/a> <span[^>]*>done/)
})

test('once published, a name is published too: the next step is never to publish again', async () => {
	const operator = await openConsoleAs(await startWire(), 'operator')
	await saveText(operator, 'site.json', originOf('site.json').replace('"supportEmail": "', '"supportEmail": "new-'))
	await publish(operator)
	expect((await operator.get('/admin/today')).text).toMatch(/>Publish your changes<\/a> <span[^>]*>done/)
})
