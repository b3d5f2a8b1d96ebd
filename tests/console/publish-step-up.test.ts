import { expect, test } from 'vitest'

import { startWire } from '#tests/wire/test-client.ts'

import { originOf, readPublic, samplesOf, saveText } from './edit-content.ts'
import { openConsoleAs } from './open-console.ts'

const MINUTE_MS = 60_000
const PAGE = '/admin/content/publish'
const SCHEDULE = '/admin/content/schedule'
const CODE = 'Enter a code from your authenticator app'
const changed = (file: string, from: string | RegExp, to: string) => [file, originOf(file).replace(from, to)] as const

const HOME = changed('marketing/home.json', '"subtitle": "', '"subtitle": "New ')
const PLAIN = [HOME, changed('course/module-1/module.json', '"subtitle": "', '"subtitle": "New ')]
const SENSITIVE = [
	changed('offers.json', '"productName": "', '"productName": "New '),
	changed('checkout-consent.json', '"label": "', '"label": "New '),
	changed('course/course.json', /"free": true,\n/, ''),
	changed('documents/affiliate-disclosure-kit.md', 'access: paid', 'access: free'),
	changed('lifecycle.json', '"subject": "', '"subject": "New '),
	changed('site.json', 'America/New_York', 'Europe/Paris'),
	changed('legal/terms.md', /\n$/, '\nMore.\n'),
	changed('company/seller.json', '"INV"', '"IN"'),
	changed('company/bank-transfer.json', '"remindAfterDays": 3', '"remindAfterDays": 4'),
	changed('marketing/disclaimers.json', '"incomeNote": "', '"incomeNote": "New '),
]

async function open() {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	wire.clock.advance(11 * MINUTE_MS)
	const send = async (address: string, fields: Record<string, string> = {}) => {
		const { status, text } = await operator.post(address, { due_at: '2035-01-05T12:00', samples: await samplesOf(wire), ...fields })
		return status === 303 ? 'done' : text.includes(CODE) ? 'asks for a code' : (/role="alert"[^>]*>([^<]*)</.exec(text)?.[1] ?? status)
	}
	return { wire, operator, send }
}

test.each(PLAIN)('%s is published, scheduled and restored without a second code', async (file, text) => {
	const { wire, operator, send } = await open()
	await saveText(operator, file, text)
	expect((await operator.get(PAGE)).text.includes('Code from your authenticator app')).toBe(false)
	expect(await send(PAGE)).toBe('done')
	expect(await readPublic(wire, file)).toBe(text)
	await saveText(operator, file, originOf(file))
	expect(await send(PAGE)).toBe('done')
	await saveText(operator, file, text)
	expect(await send(SCHEDULE)).toBe('done')
	expect(await send(PAGE, { release: '1' })).toBe('done')
})

test.each(SENSITIVE)('%s is published and scheduled only with a code of the last ten minutes', async (file, text) => {
	const { wire, operator, send } = await open()
	await saveText(operator, ...HOME)
	await saveText(operator, file, text)
	expect((await operator.get(PAGE)).text.includes('Code from your authenticator app')).toBe(true)
	expect([await send(PAGE), await send(SCHEDULE)]).toEqual(['asks for a code', 'asks for a code'])
	expect(await readPublic(wire, file)).toBeNull()
	expect(await send(PAGE, { code: operator.code() })).toBe('done')
	await saveText(operator, file, originOf(file))
	expect(await send(PAGE)).toBe('done')
	wire.clock.advance(11 * MINUTE_MS)
	expect(await send(PAGE, { release: '1' })).toBe('asks for a code')
})

test('a refusal for a missing code names the samples that need confirmation, and the missing time of a schedule', async () => {
	const { operator } = await open()
	await saveText(operator, ...changed('offers.json', '"productName": "', '"productName": "New '))
	const { testimonials } = JSON.parse(originOf('marketing/testimonials.json')) as { testimonials: Record<string, unknown>[] }
	const added = [{ ...testimonials[0], id: 'maya', name: 'Maya' }, ...testimonials]
	await saveText(operator, 'marketing/testimonials.json', JSON.stringify({ testimonials: added }))
	const form = { form_page: PAGE, form_id: '-admin-content-publish', code: '' }
	const published = (await operator.post(PAGE, form)).text
	expect([published.includes(CODE), /Publish anyway, with this sample text[\s\S]{0,900}or check the box/.test(published)]).toEqual([
		true,
		true,
	])
	const scheduled = (await operator.post(SCHEDULE, { ...form, form_id: '-admin-content-schedule' })).text
	expect(scheduled).toMatch(/aria-invalid="true"[^>]*name="due_at"|name="due_at"[^>]*aria-invalid="true"/)
})

test.each([
	['course/module-1/module.json', 'null'],
	['course/module-1/module.json', '{"sections":{}}'],
	['course/module-1/module.json', '{"sections":[null]}'],
	['course/course.json', '{"modules":null}'],
	['course/course.json', '{"modules":[null]}'],
])('%s saved as %s is named as faulty, and the page of Publish opens', async (file, text) => {
	const { operator, send } = await open()
	await saveText(operator, file, text)
	expect((await operator.get(PAGE)).status).toBe(200)
	expect(await send(PAGE, { code: operator.code() })).toContain('Not published')
})
