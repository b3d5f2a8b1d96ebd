import { expect, test } from 'vitest'

import { sitePages } from '#tests/setup/site-pages.ts'
import { SITE, startWire } from '#tests/wire/test-client.ts'

import { addressOf, originOf, publish, readPublic, saveText } from './edit-content.ts'
import { openConsoleAs } from './open-console.ts'
import { hiddenIn } from './read-form.ts'
import { rowsOf } from './read-table.ts'

const DELETE = '/admin/content/delete'
const AFFILIATE = 'articles/affiliate-marketing-honest-start.md'
const FIVE_STREAMS = 'articles/choose-your-first-income-stream.md'
const LINKING = [FIVE_STREAMS, 'tracks/affiliate-marketer/write-an-honest-comparison.md']
const BEGINNER = 'articles/start-making-money-online-beginner.md'
const questionOf = (file: string) => `${addressOf(file)}&delete=1`

async function openSite() {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const visit = async (path: string) => {
		const answer = await sitePages.serve(new Request(new URL(path, SITE)), wire.deps.content)
		return { status: answer?.status ?? 405, text: (await answer?.text()) ?? '' }
	}
	const remove = async (file: string, choices: Readonly<Record<string, string>> = {}) => {
		const { text } = await operator.get(questionOf(file))
		return operator.post(DELETE, { ...hiddenIn(text, DELETE), form_page: questionOf(file), ...choices })
	}
	/** Removes the links to the article from texts. */
	async function unlink() {
		for (const file of LINKING)
			await saveText(operator, file, originOf(file).replaceAll(/\/articles\/affiliate-marketing-honest-start\b/g, '/blog'))
		await publish(operator)
	}
	return { wire, operator, visit, remove, unlink }
}

test('an article that came with the program is deleted as a draft, and others suggest another one instead', async () => {
	const { operator, visit, remove, unlink } = await openSite()
	await unlink()
	expect((await visit('/articles/choose-your-first-income-stream')).text).toContain('Affiliate marketing, an honest start')
	const question = (await operator.get(questionOf(AFFILIATE))).text
	expect(question).toContain('Delete “Affiliate marketing, an honest start”?')
	expect(question).toContain('“Five income streams, and how to choose the first one”')
	const removed = await remove(AFFILIATE)
	expect(removed.to).toMatch(/^\/admin\/content\?notice=article-deleted&changed=[\da-f-]{36}(?:,[\da-f-]{36})+&did=delete$/)
	const { text } = await operator.get(removed.to)
	expect(text).toContain('Undo the deletion')
	expect(rowsOf(text, 'Articles').flat().join()).not.toContain('an honest start')
	expect(rowsOf(text, 'Deleted').flat().join()).toContain('an honest start')

	expect((await visit('/articles/affiliate-marketing-honest-start')).status).toBe(200)
	const waiting = (await operator.get('/admin/content/publish')).text
	expect(waiting).toContain('Articles › Affiliate marketing, an honest start')
	expect(waiting).toContain('Deleted')
	expect((await operator.get(addressOf(AFFILIATE))).text).toContain('This article is deleted in a draft')

	await publish(operator)
	expect((await visit('/articles/affiliate-marketing-honest-start')).status).toBe(404)
	expect((await visit('/blog')).text).not.toContain('an honest start')
	expect((await visit('/articles/choose-your-first-income-stream')).text).not.toContain('an honest start')
	expect(
		rowsOf((await operator.get('/admin/content')).text, 'Articles')
			.flat()
			.join(),
	).not.toContain('an honest start')
	expect((await operator.get(addressOf(AFFILIATE))).text).toContain('This article was deleted')
})

test('the deletion of an article can be undone or discarded', async () => {
	const { operator, visit, remove, unlink } = await openSite()
	await unlink()
	const { to } = await remove(AFFILIATE)
	const undo = new URL(to, SITE).searchParams.get('changed') ?? ''
	const undone = await operator.post('/admin/course', { do: 'undo', undo, did: 'delete' })
	expect(undone.to).toBe('/admin/content?notice=outline-undone')
	expect((await operator.get('/admin/content')).text).toContain('an honest start')
	expect((await operator.get('/admin/content/publish')).text).toContain('No unpublished changes.')

	await remove(AFFILIATE)
	const { text } = await operator.get(addressOf(AFFILIATE))
	const discarded = await operator.post('/admin/content/discard', hiddenIn(text, '/admin/content/discard'))
	expect(discarded.to).toContain('notice=draft-discarded')
	await publish(operator)
	expect((await visit('/articles/affiliate-marketing-honest-start')).status).toBe(200)
})

test('an article that an operator added is deleted, and its address can be used again', async () => {
	const { operator, visit, remove } = await openSite()
	const add = () => operator.post('/admin/content/new/article', { title: 'Soon gone', excerpt: 'x', author: 'Lin', category: 'Tools' })
	await add()
	const { to } = await remove('articles/soon-gone.md')
	expect((await operator.get(to)).text).toContain('Article deleted. It wasn’t public, so visitors see no change.')
	await add()
	await publish(operator)
	expect((await visit('/articles/soon-gone')).status).toBe(200)
	await remove('articles/soon-gone.md')
	await publish(operator)
	expect((await visit('/articles/soon-gone')).status).toBe(404)
	expect((await add()).to).toContain('soon-gone')
	await publish(operator)
	expect((await visit('/articles/soon-gone')).status).toBe(200)
})

test('the featured article, which pages show, is deleted with its links, and its address leads to another page until it is restored', async () => {
	const { wire, operator, visit } = await openSite()
	await saveText(operator, BEGINNER, originOf(BEGINNER).replace('excerpt: ', 'excerpt: First, '))
	const { text } = await operator.get(questionOf(BEGINNER))
	expect(text).toContain('They can open the article until you publish this change.')
	expect(text).toMatch(/Change the \d links to it to/)
	expect(text).toMatch(/<option value="\/blog"/)
	const fields = { ...hiddenIn(text, DELETE), form_page: questionOf(BEGINNER) }
	expect((await operator.post(DELETE, { ...fields, to: '/nowhere' })).text).toContain('Choose a page for the links.')

	expect((await operator.post(DELETE, { ...fields, to: '/blog', redirect: 'yes' })).to).toContain('article-deleted')
	const review = (await operator.get('/admin/content/publish')).text
	expect(review).toContain('Deleting “How to start making money online as a beginner”')
	expect(review).toContain('can only be published with the other changes. Those can be published before it.')
	expect(await publish(operator)).toContain('No unpublished changes.')
	const moved = await sitePages.serve(new Request(new URL('/articles/start-making-money-online-beginner', SITE)), wire.deps.content)
	expect([moved?.status, moved?.headers.get('location')]).toEqual([308, '/blog'])
	for (const page of ['/', '/blog', '/free-resources']) expect((await visit(page)).text).not.toContain('online as a beginner')
	expect((await visit('/articles/price-your-first-offer')).text).toContain('href="/blog"')

	const list = (await operator.get('/admin/content')).text
	const form = list.split('<form').find((each) => each.includes('Restore') && each.includes(BEGINNER)) ?? ''
	const [, action = ''] = /action="([^"]+)"/.exec(form) ?? []
	expect(form).toMatch(/>Restore<span class="sr-only">[^<]+<\/span><\/button>/)
	expect((await operator.post(action, hiddenIn(list, action))).to).toContain('notice=content-restored')
	// Another article is featured now.
	expect(await publish(operator)).toContain('Published:')
	expect((await visit('/articles/start-making-money-online-beginner')).status).toBe(200)
})

test('links to a deleted article can lead to a restored one whose redirect led there', async () => {
	const { wire, operator, remove } = await openSite()
	for (const title of ['Alpha', 'Beta'])
		await operator.post('/admin/content/new/article', { title, excerpt: 'x', author: 'Lin', category: 'Tools' })
	await publish(operator)
	await remove('articles/alpha.md', { to: '/articles/beta', redirect: 'yes' })
	const { text } = await operator.get('/admin/content')
	const [, action = ''] = /action="(\/admin\/content\/versions\/[^"]+)"/.exec(text) ?? []
	await operator.post(action, hiddenIn(text, action))
	expect((await remove('articles/beta.md', { to: '/articles/alpha' })).to).toContain('article-deleted')
	await publish(operator)
	expect(JSON.parse((await readPublic(wire, 'site.json')) ?? '')).toMatchObject({ redirects: [] })
})

test('a page that a draft deletes isn’t suggested for the links to another one', async () => {
	const { operator, remove } = await openSite()
	for (const title of ['Going', 'Gone']) await operator.post('/admin/content/new/page', { title, summary: 'x' })
	await publish(operator)
	await saveText(operator, FIVE_STREAMS, `${originOf(FIVE_STREAMS)}\n[go](/going)\n`)
	await remove('pages/gone.md')
	const { text } = await operator.get(questionOf('pages/going.md'))
	expect(text).toContain('Change the link to it')
	expect(text.split('name="to"')[1]?.split('</select>')[0]).not.toContain('/gone')
})

test('a redirect that leads to no page, or to another redirect, isn’t published', async () => {
	const { operator } = await openSite()
	const redirect = async (...all: readonly { from: string; to: string }[]) => {
		await saveText(operator, 'site.json', originOf('site.json').replace(/\n\}\s*$/, `,\n\t"redirects": ${JSON.stringify(all)}\n}\n`))
		return publish(operator)
	}
	expect(await redirect({ from: '/old', to: '/nowhere' })).toContain('/nowhere isn’t a page of your site')
	expect(await redirect({ from: '/old', to: '/older' }, { from: '/older', to: '/blog' })).toContain('another redirect')
	expect(await redirect({ from: '/old', to: '/blog' })).toContain('No unpublished changes.')
})
