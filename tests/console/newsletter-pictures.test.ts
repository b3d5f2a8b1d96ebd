import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'

import type { EmailMessage } from '#server/adapters/email/port.ts'
import { addPicture } from '#tests/factories/media.ts'
import { runDueJobs } from '#tests/setup/run-due-jobs.ts'
import { startWire } from '#tests/wire/test-client.ts'

import { type ConsoleBrowser, openConsoleAs } from './open-console.ts'
import { upload } from './upload.ts'

const newAddress = () => `/admin/newsletter/${randomUUID()}`

async function open() {
	const sent: EmailMessage[] = []
	const send = async (message: EmailMessage) => {
		sent.push(message)
		return { kind: 'accepted', providerId: message.id } as const
	}
	const wire = await startWire({ email: { send } })
	const operator = await openConsoleAs(wire, 'operator')
	const addPhoto = async (width = 2000, height = 1000) => {
		const bytes = await sharp({ create: { width, height, channels: 4, background: { r: 200, g: 40, b: 40, alpha: 0.5 } } })
			.png()
			.toBuffer()
		const { json } = await upload(wire, operator, { bytes, name: 'Sky.png', fields: { alt: 'A red sky' } })
		return String(json.url)
	}
	return { wire, operator, sent, addPhoto }
}

const write = ({ post }: Pick<ConsoleBrowser, 'post'>, body: string) => {
	const address = newAddress()
	return post(address, { subject: 'Sky', body, form_page: `${address}?new`, form_id: address.replaceAll('/', '-') })
}

const idIn = (address: string) => address.split('/')[2] ?? ''

test('a picture from Media is converted, previewed and attached to the email, with its description in the text part', async () => {
	const { wire, operator, sent, addPhoto } = await open()
	await wire.deps.db
		.insertInto('newsletter_subscriptions')
		.values({ email: 'ana@example.test', source: 'blog', status: 'confirmed', covers_newsletters: true, requested_at: wire.deps.now() })
		.execute()
	const url = await addPhoto()
	const body = `Look up: ![A red "sky"](${url}) And down.`
	const issue = (await operator.post(newAddress(), { subject: 'Sky', body })).to.split('?')[0] ?? ''
	const page = (await operator.get(issue)).text
	expect(page).toMatch(/Pictures<\/dt><dd>\d{1,3} kB of 1,000 kB in each email/)
	expect(page).toContain('[Picture: A red &quot;sky&quot;]')
	const preview = await operator.get(`${issue}/preview`)
	expect(preview.headers.get('content-security-policy')).toMatch(/^sandbox allow-same-origin; default-src 'none'; img-src 'self' data:;/)
	const shown = `<img src="${url}" alt="A red &quot;sky&quot;" width="512" height="256"`
	expect(preview.text).toContain(shown)
	const live = await operator.post('/admin/newsletter/new/preview', { subject: 'Sky', body }, { accept: 'application/json' })
	expect((JSON.parse(live.text) as { html: string }).html).toContain(shown)

	await operator.post(`${issue}/test`)
	await runDueJobs(wire.deps)
	const mail = sent.find(({ subject }) => subject === 'Test: Sky')
	expect(mail?.html).toContain(`src="cid:${idIn(url)}@inline" alt="A red &quot;sky&quot;"`)
	expect(mail?.html).not.toMatch(/src="(?!cid:)/)
	expect(mail?.text).toContain('Look up: \n\n[Picture: A red "sky"]\n\n')
	const [picture] = mail?.pictures ?? []
	expect(picture).toMatchObject({ id: `${idIn(url)}@inline`, contentType: 'image/jpeg' })
	const { format, width, height } = await sharp(picture?.bytes).metadata()
	expect([format, width, height]).toEqual(['jpeg', 960, 480])
	// The picture counts as used, and its copy for emails has no separate page.
	expect((await operator.post(`/admin/media/${idIn(url)}/delete`)).status).toBe(409)
	for (const variant of ['1', '01']) expect((await wire.request(`${url}?w=${variant}`)).status).toBe(404)
})

test.each([
	['a picture of another site', '![A sky](https://example.test/a.png)', 'to Media first'],
	['a picture without words', '![](/media/00000000-0000-4000-8000-000000000000/sky-40x30.webp)', 'Describe each picture'],
	['a drawing', '![A sky](/media/00000000-0000-4000-8000-000000000000/sky-40x30.svg)', 'don’t show SVG'],
	['a video', '![A sky](/media/00000000-0000-4000-8000-000000000000/sky-40x30.mp4)', 'to Media first'],
	['a picture that is gone', '![A sky](/media/00000000-0000-4000-8000-000000000000/sky-40x30.webp)', 'no longer in Media'],
	['a picture in a link', '[![A sky](/media/00000000-0000-4000-8000-000000000000/sky-40x30.webp)](/blog)', 'can’t be links'],
])('%s is refused with a plain message', async (_name, body, words) => {
	const { wire, operator } = await open()
	const { status, text } = await write(operator, body)
	expect([status, text.includes(words)]).toEqual([422, true])
	expect(await wire.countRows('newsletter_issues')).toBe(0)
})

test('damaged, too many or too large pictures are refused before sending', async () => {
	const { wire, operator } = await open()
	const { db } = wire.deps
	const damaged = await addPicture(wire.deps)
	const writeAll = async (addresses: readonly string[]) => {
		const body = addresses.map((address) => `![A sky](${address})`).join('\n\n')
		return (await write(operator, body)).text
	}
	expect(await writeAll([damaged])).toContain('can’t be converted')
	const heavy = [await addPicture(wire.deps), await addPicture(wire.deps)]
	for (const address of heavy) {
		const file = { media_id: idIn(address), variant: 1, content_type: 'image/jpeg', bytes: 600_000, checksum: Buffer.alloc(32) }
		await db.insertInto('media_files').values(file).execute()
	}
	expect(await writeAll(heavy)).toContain('The pictures add up to 1,200 kB, and the limit is 1,000 kB.')
	expect(await writeAll([heavy[0] ?? '', heavy[0] ?? ''])).toBe('')
	const many = await Promise.all(Array.from({ length: 11 }, () => addPicture(wire.deps)))
	expect(await writeAll(many)).toContain('at most 10 pictures')
})
