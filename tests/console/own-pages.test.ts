import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { sitePages } from '#tests/setup/site-pages.ts'
import { SITE, startWire } from '#tests/wire/test-client.ts'

import { baseIn, publish, saveText } from './edit-content.ts'
import { openConsoleAs } from './open-console.ts'
import { rowsOf } from './read-table.ts'

const FILE = 'pages/our-team.md'
const NEW = '/admin/content/new/page'

const textOf = (page: string) =>
	(/<textarea[^>]*name="text"[^>]*>([\s\S]*?)<\/textarea>/.exec(page)?.[1] ?? '')
		.replaceAll('&quot;', '"')
		.replaceAll('&#x27;', "'")
		.replace(/^\n/, '')

async function openSite() {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const add = (fields: Record<string, string>) =>
		operator.post(NEW, { title: 'Our team', summary: 'Who teaches here.', form_id: '-admin-content-new-page', form_page: NEW, ...fields })
	const visit = async (path: string) => {
		const answer = (await sitePages.serve(new Request(new URL(path, SITE)), wire.deps.content)) ?? new Response(null, { status: 405 })
		return { status: answer.status, to: answer.headers.get('location'), text: await answer.text() }
	}
	const change = async (from: string, to: string) => {
		const { text } = await operator.get(`/admin/content/file?path=${FILE}&as=text`)
		const found = textOf(text)
		expect(found).toContain(from)
		await saveText(operator, FILE, found.replace(from, to))
		await publish(operator)
	}
	return { wire, operator, add, visit, change }
}

test('a page is a draft at first, then public with a link in the footer, then moved, hidden, deleted and restored', async () => {
	const { wire, operator, add, visit, change } = await openSite()
	expect((await add({})).to).toBe(`/admin/content/file?path=${encodeURIComponent(FILE)}`)
	expect((await visit('/our-team')).status).toBe(404)
	expect((await operator.get('/admin/content')).text).toContain('Our team')
	expect((await operator.get('/admin/content/site/at/our-team')).text).toContain('write the page here')
	await publish(operator)
	const { status, text } = await visit('/our-team')
	expect([status, text.includes('<h1'), text.includes('Our team'), text.includes('noindex')]).toEqual([200, true, true, false])
	expect((await visit('/')).text).toContain('href="/our-team"')
	expect((await visit('/sitemap.xml')).text).toContain('/our-team<')

	await change('isIndexed: true', 'isIndexed: false')
	expect([(await visit('/our-team')).text.includes('noindex'), (await visit('/sitemap.xml')).text.includes('/our-team')]).toEqual([
		true,
		false,
	])
	await change('isInFooter: true', 'isInFooter: false')
	expect((await visit('/')).text).not.toContain('href="/our-team"')

	// Saved in the form, the earlier address is kept.
	const editor = `/admin/content/file?path=${FILE}`
	const fields = { d: '', 's/title': 'Our team', 's/summary': 'Who teaches here.', 's/address': '/people', 'b/isPublic': 'true' }
	const page = (await operator.get(editor)).text
	const form = {
		path: FILE,
		as: 'markdown',
		base: baseIn(page),
		text: 'Ada and Lin.',
		do: 'save',
		form_id: '-admin-content-file',
		form_page: editor,
	}
	expect((await operator.post('/admin/content/file', { ...form, ...fields })).status).toBe(303)
	await publish(operator)
	expect(await visit('/our-team')).toMatchObject({ status: 308, to: '/people' })
	expect((await visit('/people')).text).toContain('Ada and Lin.')

	// Edited as text, too, and back again.
	await change('address: /people', 'address: /team')
	expect([(await visit('/people')).to, (await visit('/our-team')).to]).toEqual(['/team', '/team'])
	await change('address: /team', 'address: /people')
	expect(await visit('/team')).toMatchObject({ status: 308, to: '/people' })
	expect(await visit('/team/')).toMatchObject({ status: 308, to: '/people' })

	// Fields for links suggest the page only while it's public.
	const isSuggested = async () =>
		(await operator.get('/admin/content/file?path=marketing/home.json')).text.includes('<option value="/people">')
	expect(await isSuggested()).toBe(true)
	await change('isPublic: true', 'isPublic: false')
	expect([(await visit('/people')).status, (await visit('/our-team')).status, await isSuggested()]).toEqual([404, 404, false])
	await change('isPublic: false', 'isPublic: true')
	await operator.post('/admin/content/delete', { path: FILE, base: baseIn((await operator.get(editor)).text) })
	expect((await visit('/people')).status).toBe(200)
	expect((await operator.get('/admin/content/publish')).text).toContain('Deleted')
	await publish(operator)
	expect([(await visit('/people')).status, (await visit('/our-team')).status]).toEqual([404, 404])
	const list = (await operator.get('/admin/content')).text
	expect([rowsOf(list, 'Pages'), rowsOf(list, 'Deleted')].map((each) => each.flat().join().includes('Our team'))).toEqual([false, true])
	const { rows } = await sql<{ number: number }>`select max(number) as number from content_releases`.execute(wire.deps.db)
	await publish(operator, { release: String(Number(rows[0]?.number) - 1) })
	expect([(await visit('/people')).status, (await visit('/our-team')).status]).toEqual([200, 308])
})

test('an address that the site or another page uses is refused', async () => {
	const { add, operator, visit } = await openSite()
	for (const address of ['status', 'about', 'admin', 'cookies', 'Blog'])
		expect([address, (await add({ address })).text.includes('already uses this address')]).toEqual([address, true])
	await add({})
	expect((await add({ title: 'Other', address: 'our-team' })).text).toContain('Another page has this address')
	await add({ title: 'Other', address: 'other' })
	const { text } = await operator.get('/admin/content/file?path=pages/other.md&as=text')
	await saveText(operator, 'pages/other.md', textOf(text).replace('/other', '/our-team'))
	expect((await publish(operator).catch(String)) as string).toContain('Uses an address of the page “')
	expect((await visit('/our-team')).status).toBe(404)
})

test('only pages that an operator added can be deleted', async () => {
	const { operator } = await openSite()
	const page = '/admin/content/file?path=legal%2Fterms.md'
	await operator.get(page)
	const { status } = await operator.post('/admin/content/delete', { path: 'legal/terms.md', base: '', form_page: page })
	expect(status).toBe(404)
})
