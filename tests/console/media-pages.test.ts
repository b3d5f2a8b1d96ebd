import { sql } from 'kysely'
import { mkdtempSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'

import { logoOnPage } from '#content/logo.ts'
import { readLogoPicture } from '#content/schema/logo.ts'
import { planDrafts } from '#server/console/content/plan-release.ts'
import { addPicture } from '#tests/factories/media.ts'
import { sitePages } from '#tests/setup/site-pages.ts'
import { SITE, startWire } from '#tests/wire/test-client.ts'

import { addressOf, originOf, publish, readPublic, saveText } from './edit-content.ts'
import { openConsoleAs } from './open-console.ts'
import { upload } from './upload.ts'

const LESSON = 'course/module-2/lessons/first-sale.md'
const startLibrary = async () => {
	const wire = await startWire({ env: { DATA_DIR: mkdtempSync(path.join(tmpdir(), 'media-')) } })
	return { wire, operator: await openConsoleAs(wire, 'operator') }
}
const idOf = (address: string) => /\/media\/([\da-f-]{36})/.exec(address)?.[1] ?? ''

test('the library lists, searches and filters, and a plain form uploads', async () => {
	const { wire, operator } = await startLibrary()
	expect((await operator.get('/admin/media')).text).toContain('Nothing here yet. Upload your first file above.')
	const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c33' } })
		.png()
		.toBuffer()
	const sent = { bytes, name: 'sky.png', fields: { alt: 'A red sky', form_id: '-admin-media' }, headers: {} }
	const { status, to } = await upload(wire, operator, sent)
	expect([status, to]).toEqual([303, expect.stringMatching(/^\/admin\/media\/[\da-f-]{36}\?notice=media-uploaded$/)])
	const page = (await operator.get(to)).text
	expect(page).toContain('Uploaded.')
	expect(page).toContain(`value="![A red sky](/media/${idOf(to)}/sky-40x30.webp)"`)

	// A refused upload shows the form with the typed values.
	const refused = await upload(wire, operator, { ...sent, bytes: 'no picture' })
	expect([refused.status, refused.text.includes('This kind of file can’t be used.'), refused.text.includes('value="A red sky"')]).toEqual([
		422,
		true,
		true,
	])

	for (const [query, isFound] of [
		['?q=RED', true],
		['?q=sky-40', true],
		['?q=blue', false],
		['?kind=picture', true],
		['?kind=video', false],
		['?kind=x&before=y', true],
	] as const)
		expect([query, (await operator.get(`/admin/media${query}`)).text.includes('A red sky')]).toEqual([query, isFound])
})

test('a description can be changed but not emptied', async () => {
	const { wire, operator } = await startLibrary()
	const address = `/admin/media/${idOf(await addPicture(wire.deps))}`
	expect((await operator.post(address, { alt: 'The evening sky' })).to).toBe(`${address}?notice=media-saved`)
	expect((await operator.get(address)).text).toContain('The evening sky')
	expect((await operator.post(address, { alt: ' ' })).status).toBe(422)
})

test('a picture used in a draft or published text can’t be deleted, and its page lists the uses', async () => {
	const { wire, operator } = await startLibrary()
	const url = await addPicture(wire.deps)
	const page = `/admin/media/${idOf(url)}`
	const remove = () => operator.post(`${page}/delete`, {})
	await saveText(operator, LESSON, `${originOf(LESSON)}\n![The sky](${url})\n`)
	expect((await operator.get(page)).text).toContain(addressOf(LESSON).replaceAll('&', '&amp;'))
	const refused = await remove()
	expect([refused.status, refused.text.includes('It wasn’t deleted because it’s used in')]).toEqual([409, true])

	expect(await publish(operator)).toContain('Published: ')
	await saveText(operator, LESSON, originOf(LESSON))
	expect((await remove()).status).toBe(409)
	expect(await publish(operator)).toContain('Published: ')
	expect((await remove()).to).toBe('/admin/media?notice=media-deleted')
	expect((await wire.app.request(new Request(new URL(url, SITE)))).status).toBe(404)
	expect((await wire.deps.db.selectFrom('media_chunks').select('number').execute()).length).toBe(0)
	expect((await operator.get(page)).status).toBe(404)
	const again = await publish(operator, { release: '1' })
	expect([again.includes('It uses a picture, video or file that was deleted.'), await readPublic(wire, LESSON)]).toEqual([true, null])
})

async function addVideo({ deps }: Awaited<ReturnType<typeof startLibrary>>['wire']) {
	const url = await addPicture(deps, 'intro-320x180.mp4')
	await deps.db.updateTable('media').set({ kind: 'video', alt: 'Intro' }).where('id', '=', idOf(url)).execute()
	return { id: idOf(url), url }
}

test('captions are added to a video by language, replaced, shown and deleted', async () => {
	const { wire, operator } = await startLibrary()
	const { id, url } = await addVideo(wire)
	const page = `/admin/media/${id}`
	const add = (bytes: string, language = 'de') =>
		upload(wire, operator, { to: `${page}/captions`, bytes, name: 'a.vtt', fields: { language, form_page: page }, headers: {} })
	const vtt = (words: string) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${words}\n`
	expect((await add(vtt('Hallo'))).to).toBe(`${page}?notice=captions-added`)
	expect((await add(vtt('Guten Tag'))).to).toBe(`${page}?notice=captions-added`)
	expect((await add(vtt('Hello'), 'en')).status).toBe(303)
	const answer = await wire.app.request(new Request(new URL(`/media/${id}/captions-de.vtt`, SITE)))
	expect(answer.headers.get('cache-control')).toBe('public, no-cache')
	expect([answer.headers.get('content-type'), await answer.text()]).toEqual(['text/vtt; charset=utf-8', vtt('Guten Tag')])
	const shown = (await operator.get(page)).text
	expect(shown).toContain(`![Intro](${url} &quot;captions: en, de&quot;)`)
	// The editor's dialog knows the languages of the captions.
	expect((await operator.get('/admin/media.data?kind=video')).text).toMatch(/"languages",\[[\d,]+\],"en","de"/)
	// The library lists the video, not the files of its captions.
	expect(new Set((await operator.get('/admin/media')).text.match(/\/admin\/media\/[0-9a-f-]{36}/g))).toEqual(new Set([page]))
	expect((await operator.post(page, { alt: 'Intro [part 1]' })).status).toBe(303)
	expect((await operator.get(page)).text).toContain(`![Intro \\[part 1\\]](${url} `)

	for (const [bytes, language, words] of [
		['Hello', 'de', 'This kind of file can’t be used.'],
		['WEBVTT\n', 'de', 'There are no captions in this file.'],
		['WEBVTT\n\n1\n00:03.000 --> 00:02.000\nA\n', 'de', 'Caption 1 ends before it starts.'],
		['WEBVTT\n\n1:2 --> 3\nA\n', 'de', 'The time of caption 1 must look like'],
		[vtt('A'), 'xx', 'Choose a language.'],
	] as const) {
		const { status, text } = await add(bytes, language)
		expect([words, status, text.includes(words)]).toEqual([words, 422, true])
	}
	expect((await operator.post(`${page}/captions/delete`, { language: 'de' })).status).toBe(303)
	expect((await wire.app.request(new Request(new URL(`/media/${id}/captions-de.vtt`, SITE)))).status).toBe(404)
	expect((await operator.post(`/admin/media/${idOf(await addPicture(wire.deps))}/captions`, {})).status).toBe(422)
})

test('captions that come after a video was put in a lesson and chosen as the welcome video are public with the next publish', async () => {
	const { wire, operator } = await startLibrary()
	const { id, url } = await addVideo(wire)
	const page = `/admin/media/${id}`
	const site = originOf('site.json').replace(/"welcomeVideo": [^,\n]*/, () => `"welcomeVideo": "${url}"`)
	await saveText(operator, 'site.json', site)
	await saveText(operator, LESSON, `${originOf(LESSON)}\n![Intro](${url})\n`)
	await publish(operator)
	const add = async (language: string) => {
		const bytes = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n'
		return (await upload(wire, operator, { to: `${page}/captions`, bytes, name: 'a.vtt', fields: { language }, headers: {} })).to
	}
	const texts = async () => planDrafts(wire.deps).then(({ edits }) => [edits['site.json'], edits[LESSON]])
	expect(await add('de')).toBe(`${page}?notice=captions-drafted`)
	await add('en')
	expect(await texts()).toEqual([
		site.replace(url, `${url}#captions=en,de`),
		expect.stringContaining(`\n![Intro](${url} "captions: en, de")\n`),
	])
	expect((await operator.get('/admin/settings/site-pages')).text).toContain(`value="${url}#captions=en,de"/><span>Intro</span>`)
	expect(await publish(operator)).toContain('Published: ')
	for (const language of ['de', 'en'])
		expect((await operator.post(`${page}/captions/delete`, { language })).to).toBe(`${page}?notice=captions-deleted-drafted`)
	expect(await texts()).toEqual([site, expect.stringContaining(`\n![Intro](${url})\n`)])
})

const listen = async (handler: http.RequestListener) => {
	const server = http.createServer(handler).listen(0, '127.0.0.1')
	await new Promise((resolve) => server.once('listening', resolve))
	onTestFinished(() => void server.close())
	return (server.address() as AddressInfo).port
}

test('a picture from another site is imported, and the draft then shows our copy', async () => {
	const { wire, operator } = await startLibrary()
	const png = await sharp({ create: { width: 60, height: 20, channels: 3, background: '#36c' } })
		.png()
		.toBuffer()
	const port = await listen((request, response) => {
		if (request.url === '/moved.png') response.writeHead(302, { location: '/real.png' }).end()
		else if (request.url === '/real.png') response.end(png)
		else if (request.url === '/page.png') response.end('<html>')
		else response.writeHead(404).end()
	})
	const there = (name: string) => `http://127.0.0.1:${port}/${name}`
	await saveText(
		operator,
		LESSON,
		`${originOf(LESSON)}\n![A desk](${there('moved.png')})\n\n![](${there('gone.png')}) ![x](${there('page.png')})\n`,
	)
	const listed = (await operator.get('/admin/media/import')).text
	for (const name of ['moved.png', 'gone.png', 'page.png']) expect(listed).toContain(there(name))

	const take = (url: string, alt = 'A desk') => operator.post('/admin/media/import', { path: LESSON, url, alt })
	for (const [url, alt, status, words] of [
		[there('gone.png'), 'A', 422, 'The other site responded with 404.'],
		[there('page.png'), 'A', 422, 'This kind of file can’t be used.'],
		[there('moved.png'), '', 422, 'Describe the picture'],
		// The server only fetches URLs that the text contains, even if the form sends others.
		['http://127.0.0.1:1/private', 'A', 409, 'no longer shows'],
	] as const) {
		const answer = await take(url, alt)
		expect([url, answer.status, answer.text.includes(words)]).toEqual([url, status, true])
	}
	expect(await wire.countRows('media')).toBe(0)
	// If the activity log can't be written, nothing is stored and the text is unchanged.
	await sql`create function refuse_log() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$`.execute(wire.deps.db)
	await sql`create trigger refuse_log before insert on operator_actions for each row execute function refuse_log()`.execute(wire.deps.db)
	expect([(await take(there('moved.png'))).status, await wire.countRows('media'), await wire.countRows('content_versions')]).toEqual([
		500, 0, 1,
	])
	await sql`drop function refuse_log cascade`.execute(wire.deps.db)

	expect((await take(there('moved.png'))).to).toBe('/admin/media/import?notice=picture-imported')
	const { id, name } = await wire.deps.db.selectFrom('media').select(['id', 'name']).executeTakeFirstOrThrow()
	const { body } = await wire.deps.db.selectFrom('content_versions').select('body').orderBy('id', 'desc').executeTakeFirstOrThrow()
	expect(name).toBe('real-60x20.webp')
	expect(body).toBe(
		`${originOf(LESSON)}\n![A desk](/media/${id}/real-60x20.webp)\n\n![](${there('gone.png')}) ![x](${there('page.png')})\n`,
	)
})

test('an import can’t reach private addresses by name, IP or redirect', async () => {
	const { wire, operator } = await startLibrary()
	let asked = 0
	const port = await listen((_request, response) => {
		asked += 1
		response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end()
	})
	const addresses = ['http://10.0.0.1/a.png', 'https://169.254.169.254/a.png', 'https://[fc00::1]/a.png', `http://127.0.0.1:${port}/a.png`]
	await saveText(operator, LESSON, `${originOf(LESSON)}\n${addresses.map((url) => `![A](${url})`).join('\n\n')}\n`)
	for (const url of addresses) {
		const { status, text } = await operator.post('/admin/media/import', { path: LESSON, url, alt: 'A' })
		expect([url, status, text.includes('can’t be reached from here')]).toEqual([url, 422, true])
	}
	expect([asked, await wire.countRows('media')]).toEqual([1, 0])
})

const PAGE = '/admin/settings/brand'

test('a PNG logo appears on every page, icon and link picture after it is published', async () => {
	const { wire, operator } = await startLibrary()
	const noise = await sharp({
		create: { width: 300, height: 200, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
	})
		.png()
		.toBuffer()
	const send = (bytes: Buffer | string) => upload(wire, operator, { to: '/admin/logo', bytes, fields: { form_page: PAGE }, headers: {} })
	for (const wrong of ['<svg viewBox="0 0 40 40"><script/></svg>', 'text', noise.subarray(0, 60)])
		expect((await send(wrong)).status).toBe(422)
	expect((await send(noise)).to).toBe(`${PAGE}?path=logo.svg&notice=content-saved`)
	const page = (await operator.get(PAGE)).text
	expect([page.includes('Review and publish'), page.includes('data:image/png;base64,')]).toEqual([true, true])
	expect(await publish(operator)).toContain('Published: ')
	const { content } = wire.deps
	const picture = readLogoPicture(content.logo)
	const meta = await sharp(Buffer.from(picture?.png ?? '', 'base64')).metadata()
	// Scaled from 300 × 200 pixels with its aspect ratio.
	expect([meta.width, meta.height, meta.hasAlpha, (picture?.png.length ?? 0) <= 60_000]).toEqual([384, 256, false, true])
	expect(logoOnPage(content.logo)).toMatchObject({ width: 60 })
	expect(logoOnPage(content.logo).shapes).toBe(`<image width="384" height="256" href="${picture?.address}"/>`)
	const file = await wire.deps.pages.file(content, picture?.address ?? '')
	expect(Buffer.from(file?.body ?? []).toString('base64')).toBe(picture?.png)

	// Another logo for dark mode is public until it is removed.
	const dark = { to: '/admin/logo', bytes: '<svg viewBox="0 0 40 40"><path d="M7 0H40V40Z"/></svg>', headers: {} }
	expect((await upload(wire, operator, { ...dark, fields: { form_page: PAGE, dark: 'yes' } })).to).toBe(
		`${PAGE}?path=logo-dark.svg&notice=content-saved`,
	)
	await publish(operator)
	const readHome = async () => (await sitePages.serve(new Request(SITE), wire.deps.content))?.text()
	expect(await readHome()).toContain('M7 0H40V40Z')
	await operator.post('/admin/logo/original', { dark: 'yes' })
	await publish(operator)
	expect(wire.deps.content.darkLogo).toBeNull()
	expect(await readHome()).not.toContain('M7 0H40V40Z')

	expect((await operator.post('/admin/logo/original')).to).toBe(`${PAGE}?path=logo.svg&notice=content-saved`)
	expect((await send('<svg viewBox="0 0 40 40"><path d="M0 0H40V40Z"/></svg>')).status).toBe(303)
})
