import { expect, test } from 'vitest'

import { addPicture } from '#tests/factories/media.ts'
import { sitePages } from '#tests/setup/site-pages.ts'
import { SITE, startWire } from '#tests/wire/test-client.ts'

import { originOf, publish, saveText } from './edit-content.ts'
import { type ConsoleBrowser, openConsoleAs } from './open-console.ts'
import { fieldsOf, unescape } from './read-form.ts'
import { rowsOf } from './read-table.ts'

const SETTINGS = '/admin/settings'

/** Returns the fields of a settings form without JavaScript, with changes. */
async function fill(browser: Pick<ConsoleBrowser, 'get'>, subject: string, part: string): Promise<Record<string, string>> {
	const { text } = await browser.get(`${SETTINGS}/${subject}`)
	const forms = text.split('<form').filter((form) => form.includes(`name="part" value="${part}"`))
	const [form = ''] = (forms[0] ?? '').split('</form>')
	return { ...fieldsOf(form), do: 'save' }
}

const draftOf = async ({ deps: { db } }: Awaited<ReturnType<typeof startWire>>, path: string) => {
	const found = await db.selectFrom('content_versions').select('body').where('path', '=', path).orderBy('id', 'desc').executeTakeFirst()
	return found?.body ? (JSON.parse(found.body) as Record<string, unknown>) : null
}

test('settings pages use plain names, without files, field paths or secrets', async () => {
	const wire = await startWire({ env: { STRIPE_SECRET_KEY: 'sk_test_averysecretkey', STRIPE_WEBHOOK_SECRETS: 'whsec_alsosecret' } })
	const operator = await openConsoleAs(wire, 'operator')
	const index = (await operator.get(SETTINGS)).text
	const names = 'General, Contact, Site pages, Brand, Payments, Refund rules, Tax, Email, Text messages, Time zone, Team'
	for (const name of names.split(', ')) expect(index).toContain(`>${name}</a>`)
	const subjects = 'general contact site-pages brand prices payments refunds tax mail text-messages time-zone team'
	for (const subject of subjects.split(' ')) {
		const { status, text } = await operator.get(`${SETTINGS}/${subject}`)
		const shown = text.replaceAll(/<script[^]*?<\/script>/g, '').replaceAll(/<[^>]*>/g, ' ')
		expect([subject, status, /\.json|offers\.\d|secretkey|alsosecret/.exec(shown)?.[0] ?? null]).toEqual([subject, 200, null])
	}
	expect((await operator.get(`${SETTINGS}/payments`)).text).toContain('This server doesn’t take bank transfers')
	expect((await operator.get(`${SETTINGS}/nothing`)).status).toBe(404)
})

test('a saved price is shown at once in its offer and field, and as a draft next to the public price', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const path = `${SETTINGS}/prices`
	const read = async () => (await operator.get(path)).text
	expect(await read()).not.toContain('What buyers pay')
	const form = await fill(operator, 'prices', 'offers')
	expect((await operator.post(path, { ...form, 's/offers/0/amountCents': '49.00' })).to).toBe(`${path}?notice=settings-saved`)
	const text = await read()
	expect(rowsOf(text, 'What buyers pay')).toEqual([['Digital Income Mastery - Lifetime Access', '$47.00', '$49.00, not published']])
	// The only offer has no header around it, and who can read the course comes after its price.
	expect(text).not.toMatch(/<details[^>]* id="f-offers(-0)?"/)
	const fields = [...text.matchAll(/ id="f-(?:offers-0-)?(currency|accessPolicy|programName)"/g)].map(([, name]) => name)
	expect(fields).toEqual(['currency', 'programName', 'accessPolicy'])
	expect(text).toMatch(/name="s\/offers\/0\/amountCents"[^>]*value="49.00"|value="49.00"[^>]*name="s\/offers\/0\/amountCents"/)
	expect(text).not.toContain('s/discountCodes')
	expect(JSON.parse(originOf('offers.json')).discountCodes).toEqual((await draftOf(wire, 'offers.json'))?.discountCodes)
	await operator.post(path, { ...(await fill(operator, 'prices', 'offers')), 's/offers/0/amountCents': '47.00' })
	expect(await read()).not.toContain('What buyers pay')
})

test.each([
	['general', 'site'],
	['contact', 'contact'],
	['site-pages', 'pages'],
	['brand', 'colors'],
	['prices', 'offers'],
	['prices', 'access'],
	['payments', 'bank'],
	['payments', 'consent'],
	['tax', 'seller'],
	['time-zone', 'zone'],
])('submitting the unchanged form of %s %s changes nothing', async (subject, part) => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const sent = await operator.post(`${SETTINGS}/${subject}`, await fill(operator, subject, part))
	expect([sent.status, sent.to]).toEqual([303, `${SETTINGS}/${subject}?notice=content-unchanged`])
	expect(await wire.countRows('content_versions')).toBe(0)
})

test('an unusual price is named by the saved draft, and errors are shown at their field', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const form = await fill(operator, 'prices', 'offers')
	const place = { form_page: `${SETTINGS}/prices`, form_id: '-admin-settings-prices-offers' }
	const save = (fields: Record<string, string>) => operator.post(`${SETTINGS}/prices`, { ...place, ...form, ...fields })
	const empty = await save({ 's/offers/0/amountCents': '' })
	expect([empty.status, empty.text.includes('Price is required.')]).toEqual([422, true])
	const odd = await save({ 's/offers/0/amountCents': '1,234' })
	expect([odd.status, odd.text.includes('“1,234” can be read in two ways. For 1,234, enter 1234.')]).toEqual([422, true])
	const tooLow = await save({ 's/offers/0/amountCents': '129', 'o/offers/0/regularAmountCents': '99' })
	const words = ['Regular price must be above the price.', 'in your draft']
	expect([tooLow.status, ...words.map((each) => tooLow.text.includes(each))]).toEqual([422, true, false])
	const added = await save({ do: 'add /offers' })
	const isAdded = added.text.includes('id="f-offers-1-productName"')
	expect([added.status, isAdded, /is required|>Enter /.test(added.text)]).toEqual([422, true, false])
	expect((await save({ do: 'save', 's/offers/0/amountCents': '47,00' })).to).toContain('content-unchanged')
	expect((await save({ 's/offers/0/amountCents': '0.47' })).to).toBe(`${SETTINGS}/prices?notice=settings-saved`)
	const amount = /Price of [^<]*: \$47\.00 becomes \$0\.47 \(less than \$1\.00\)/
	expect((await operator.get(`${SETTINGS}/prices`)).text).toMatch(amount)
	expect((await operator.get('/admin/content/publish')).text).toMatch(amount)
	expect(await draftOf(wire, 'offers.json')).toMatchObject({ offers: [{ amountCents: 47 }] })
})

test('a video of the library is chosen as the welcome video, with its captions, and can’t be deleted then', async () => {
	const wire = await startWire({ pages: sitePages })
	const operator = await openConsoleAs(wire, 'operator')
	const url = await addPicture(wire.deps, 'intro-320x180.mp4')
	const id = url.split('/')[2] ?? ''
	const { db, now } = wire.deps
	await db.updateTable('media').set({ kind: 'video', alt: 'Welcome aboard' }).where('id', '=', id).execute()
	const captions = { kind: 'captions', alt: '', bytes: 1, video_id: id, created_at: now() } as const
	await db
		.insertInto('media')
		.values(['de', 'en'].map((language) => ({ ...captions, language, name: `captions-${language}.vtt` })))
		.execute()
	const form = await fill(operator, 'site-pages', 'pages')
	expect(form['t/welcomeVideo']).toBe('')
	const value = `${url}#captions=en,de`
	expect((await operator.get(`${SETTINGS}/site-pages`)).text).toContain(`value="${value}"/><span>Welcome aboard</span>`)
	const sent = await operator.post(`${SETTINGS}/site-pages`, { ...form, 't/welcomeVideo': value })
	expect([sent.status, sent.to]).toEqual([303, `${SETTINGS}/site-pages?notice=settings-saved`])
	expect(await publish(operator)).toContain('Published: ')
	const page = await sitePages.serve(new Request(new URL('/free-trial', SITE)), wire.deps.content)
	expect(await page?.text()).toContain(`/media/${id}/captions-de.vtt`)
	expect((await operator.post(`/admin/media/${id}/delete`, {})).status).toBe(409)
})

test('concurrent changes of different settings in one file are both kept; of the same settings, they conflict', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const [general, zone] = [await fill(operator, 'general', 'site'), await fill(operator, 'time-zone', 'zone')]
	expect((await operator.post(`${SETTINGS}/time-zone`, { ...zone, 'o/timeZone': 'Asia/Kolkata' })).status).toBe(303)
	expect((await operator.get(`${SETTINGS}/time-zone`)).text).toContain('Not public yet')
	expect((await operator.get(`${SETTINGS}/general`)).text).not.toContain('Not public yet')
	expect((await operator.get(SETTINGS)).text.match(/unpublished changes/g)).toHaveLength(1)
	expect((await operator.post(`${SETTINGS}/general`, { ...general, 's/name': 'Harbor: Academy' })).status).toBe(303)
	expect(await draftOf(wire, 'site.json')).toMatchObject({ name: 'Harbor: Academy', timeZone: 'Asia/Kolkata' })
	expect((await operator.post(`${SETTINGS}/general`, { ...general, 's/name': 'Pier Academy' })).status).toBe(409)
	expect(await draftOf(wire, 'site.json')).toMatchObject({ name: 'Harbor: Academy' })
	const odd = await operator.post(`${SETTINGS}/time-zone`, { ...zone, 'o/timeZone': 'Mars/Base' })
	expect(odd.status).toBe(422)
})

test('saving settings keeps an earlier editor version in the history', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const text = originOf('site.json').replace('"name": "', '"name": "Written ')
	expect((await operator.post('/admin/content/autosave', { path: 'site.json', as: 'text', text, base: '' })).status).toBe(200)
	const zone = await fill(operator, 'time-zone', 'zone')
	expect((await operator.post(`${SETTINGS}/time-zone`, { ...zone, 'o/timeZone': 'Asia/Kolkata' })).status).toBe(303)
	const bodies = (await wire.deps.db.selectFrom('content_versions').select('body').orderBy('id').execute()).map(({ body }) => body)
	expect([bodies.length, bodies[0]]).toEqual([2, text])
})

test('settings and short forms name the draft whose JSON is invalid', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const whole = await fill(operator, 'general', 'site')
	const offers = await fill(operator, 'prices', 'offers')
	for (const file of ['site.json', 'offers.json', 'course/course.json']) await saveText(operator, file, '{ "broken": ')
	const lesson = { title: 'Pricing', module: '1', duration: '25 minutes', summary: 'What to ask for.' }
	const offer = { name: 'Team edition', price: '83.00', regular: '120.00', currency: 'USD', address: 'team-edition' }
	const answers = [
		await operator.get(`${SETTINGS}/general`),
		await operator.post(`${SETTINGS}/general`, { ...whole, 's/name': 'Harbor' }),
		await operator.post('/admin/content/check', offers),
		await operator.get('/admin/content/new/lesson'),
		await operator.post('/admin/content/new/lesson', lesson),
		await operator.post('/admin/content/new/offer', offer),
	]
	for (const { status, text } of answers) expect([status, text.includes('has an error. Fix it in its editor')]).toEqual([409, true])
	expect((await operator.get('/admin/content/file?path=site.json')).text).toContain('{ &quot;broken&quot;:')
})

test('a field is validated on blur, and a test email is limited to one a minute', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const form = await fill(operator, 'prices', 'offers')
	const checked = await operator.post('/admin/content/check', { ...form, 's/offers/0/currency': 'dollars' })
	expect(JSON.parse(checked.text)).toEqual({
		faults: { 'f-offers-0-currency': expect.stringMatching(/^Currency must be a currency code/) },
	})
	expect(await wire.countRows('content_versions')).toBe(0)
	expect((await operator.post(`${SETTINGS}/mail/test`)).to).toContain('test-mail-sent')
	expect((await operator.post(`${SETTINGS}/mail/test`)).to).toContain('mail-was-sent')
	expect((await wire.mails(operator.email)).map(({ template }) => template)).toEqual(['console.test-mail'])
	expect((await operator.post(`${SETTINGS}/text-messages/check`)).to).toBe(`${SETTINGS}/text-messages#check`)
	expect((await operator.get(`${SETTINGS}/text-messages`)).text).toContain('The account for text messages works')
})

test('a new support email at a domain that is only for examples is refused at its field; the one of the academy may stay', async () => {
	const operator = await openConsoleAs(await startWire(), 'operator')
	const save = async (fields: Record<string, string>) =>
		operator.post(`${SETTINGS}/contact`, {
			form_page: `${SETTINGS}/contact`,
			form_id: '-admin-settings-contact-contact',
			...(await fill(operator, 'contact', 'contact')),
			...fields,
		})
	expect((await save({ 's/social/0/name': 'Threads' })).to).toContain('notice=settings-saved')
	const refused = await save({ 's/supportEmail': 'help@lumen-academy.test' })
	expect(refused.status).toBe(422)
	expect(refused.text).toMatch(/id="f-supportEmail-error"[^>]*>No email reaches help@lumen-academy\.test: its domain is only for examples/)
	expect((await save({ 's/supportEmail': 'help@lumen-academy.com' })).status).toBe(303)
})

test('a new brand color derives the other colors, a chosen one stays, and an invalid one is refused', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const save = async (fields: Record<string, string>) =>
		operator.post(`${SETTINGS}/brand`, {
			form_page: `${SETTINGS}/brand`,
			form_id: '-admin-settings-brand-colors',
			...(await fill(operator, 'brand', 'colors')),
			...fields,
		})
	const newest = async () => {
		const row = await wire.deps.db
			.selectFrom('content_versions')
			.select('body')
			.where('path', '=', 'brand.json')
			.orderBy('id', 'desc')
			.executeTakeFirst()
		return JSON.parse(row?.body ?? '{}') as { color: string; day: object; night: object }
	}
	expect((await save({ 'o/color': '#1D4ED8', 's/night/accentHover': '#ffffff' })).status).toBe(303)
	expect(await newest()).toMatchObject({
		color: '#1D4ED8',
		day: { accent: '#1d4ed8', onAccent: '#ffffff' },
		night: { accentHover: '#ffffff', onAccent: '#14101a' },
	})
	const { day } = await newest()
	// The other colors can still be set, and follow the next brand color unless they are set again.
	expect((await save({ 's/day/accentInk': '#1e3a8a' })).status).toBe(303)
	expect(await newest()).toMatchObject({ day: { ...day, accentInk: '#1e3a8a' } })
	const refused = await save({ 's/day/accentInk': '#eeeeee' })
	expect([refused.status, refused.text.includes('has a contrast of')]).toEqual([422, true])
	expect((await save({ 'o/color': 'blue' })).status).toBe(422)
})

test('a color change lists a few affected pages, collapses the rest, and colors emails', async () => {
	const wire = await startWire({ pages: sitePages })
	const operator = await openConsoleAs(wire, 'operator')
	await operator.post(`${SETTINGS}/brand`, { ...(await fill(operator, 'brand', 'colors')), 'o/color': '#0b5d3b' })
	const page = (await operator.get('/admin/content/publish')).text
	expect(page).toMatch(/\d+ pages change only in colors, font or logo\./)
	expect(page.match(/<iframe/g)?.length ?? 0).toBeLessThan(20)
	const email = (await operator.get('/admin/content/emails/html?email=console.invitation')).text
	expect(email).toContain('border-top:4px solid #0b5d3b')
})

test('a new name of course or academy is saved in one step, and also replaces the old one in every text', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const path = `${SETTINGS}/general`
	const form = await fill(operator, 'general', 'site')
	expect(form['renames']).toBe('yes')
	const named = { ...form, 's/name': 'Pottery "Ru"', 's/program': 'Clay: First Steps' }
	const { to } = await operator.post(path, named)
	expect(to).toBe(`${path}?notice=name-saved`)
	expect((await operator.get(to)).text).toContain('your other texts use the new name, too')
	expect(await draftOf(wire, 'offers.json')).toMatchObject({
		offers: [{ productName: 'Clay: First Steps - Lifetime Access', programName: 'Clay: First Steps' }],
	})
	expect(await draftOf(wire, 'course/course.json')).toMatchObject({ title: 'Clay: First Steps' })
	expect(await draftOf(wire, 'site.json')).toMatchObject({
		name: 'Pottery "Ru"',
		description: expect.stringMatching(/^Pottery "Ru" teaches beginners/),
	})
	expect((await operator.post(path, await fill(operator, 'general', 'site'))).to).toBe(`${path}?notice=content-unchanged`)
})

test('without its checkbox, a new name changes no other text', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const { renames: _renames, ...form } = await fill(operator, 'general', 'site')
	const { to } = await operator.post(`${SETTINGS}/general`, { ...form, 's/program': 'Clay' })
	expect(to).toBe(`${SETTINGS}/general?notice=settings-saved`)
	expect(await draftOf(wire, 'site.json')).toMatchObject({ program: 'Clay' })
	expect(await draftOf(wire, 'offers.json')).toBeNull()
})

test('an unknown placeholder is refused at its field, and known ones are explained with their value', async () => {
	const operator = await openConsoleAs(await startWire(), 'operator')
	const path = `${SETTINGS}/prices`
	const before = unescape((await operator.get(path)).text)
	expect(before).toContain('{guaranteeDays} shows 30 (days of the money-back guarantee).')
	const form = await fill(operator, 'prices', 'offers')
	const refused = await operator.post(path, { ...form, 's/offers/0/description': 'Within {guaranteDays} days.' })
	expect([
		refused.status,
		unescape(refused.text).includes('has {guaranteDays}, which is not a placeholder: did you mean {guaranteeDays}?'),
	]).toEqual([422, true])
	expect((await operator.post(path, { ...form, 's/offers/0/description': 'Within {guaranteeDays} days.' })).status).toBe(303)
})
