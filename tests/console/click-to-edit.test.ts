import { expect, test } from 'vitest'

import { readConfig } from '#server/config/config.ts'
import { describePlaces } from '#server/console/content/describe-places.ts'
import { framePage } from '#server/console/content/frame-page.ts'
import { fieldElementId, presentForm, type FormPart } from '#server/console/content/json-form.ts'
import { readMarkdownFile } from '#server/console/content/markdown-file.ts'
import { type Json, jsonSchemaOf } from '#server/console/content/read-form.ts'
import { openPages } from '#server/process/open-pages.ts'
import { isLong } from '#tests/setup/long-tests.ts'
import { distinctPaths } from '#tests/setup/page-paths.ts'
import { sitePages } from '#tests/setup/site-pages.ts'
import { startWire } from '#tests/wire/test-client.ts'

import { originOf } from './edit-content.ts'
import { openConsoleAs } from './open-console.ts'

const SITE = '/admin/content/site'
const HOME = 'marketing/home.json'
const MARKS = /[\u{F0000}-\u{10FFFF}\u{FFFD}]|%F3%B[0-9A-F]|%F4%8/iu
const LINK =
	/<a [^>]*?href="\/admin\/(?:content\/file|settings\/brand)\?path=([^"&]+)(?:&#x26;at=([^"#]*))?(?:#([^"]*))?" target="_top" title="Edit: ([^"]*)" data-edit/g

/** Opens the built site before any page has been rendered. */
function openSite() {
	const pages = openPages(readConfig({ NODE_ENV: 'test', PORT: '3000' }), { info: () => {}, error: () => {} })
	if (!pages) throw new Error('The site is not built.')
	return pages
}

const idsIn = (part: FormPart): string[] => [part.id, ...('parts' in part ? part.parts.flatMap(idsIn) : [])]

const valueOf = (file: string, text: string): Json =>
	file.endsWith('.json') ? (JSON.parse(text) as Json) : (readMarkdownFile(file, text)?.value ?? null)

const formIds = (file: string, text: string) =>
	new Set(idsIn(presentForm({ path: '', label: '', shape: jsonSchemaOf(file), value: valueOf(file, text), faults: new Map() })))

/** Returns text and pictures as readers see them. */
const readable = (html: string) =>
	(/<body[\s\S]*<\/body>/.exec(html)?.[0] ?? '')
		.replaceAll(/<(script|noscript)\b[\s\S]*?<\/\1>/g, '')
		.replaceAll(/<!--.*?-->|<\/?[a-z](?:"[^"]*"|[^>"])*>/g, '')
		.replaceAll(/&(?:#x([0-9a-f]+)|amp|lt|gt|quot);/gi, (entity, code?: string) =>
			code === undefined
				? ({ '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }[entity] ?? entity)
				: String.fromCodePoint(Number.parseInt(code, 16)),
		)

test('every clickable text of a draft page links to its field, keeps its wording, and contains no edit marks', async () => {
	const { deps } = await startWire({ pages: sitePages })
	const { published, pages } = deps
	const edits = { [HOME]: originOf(HOME).replace('"subtitle": "', '"subtitle": "Drafted ') }
	const textOf = (file: string) => (file === HOME ? edits[HOME] : originOf(file)) ?? ''
	const [draft, { content, marks }] = [published.loadDraft(edits), published.loadWithMarkers(edits)]
	const describe = describePlaces(edits)
	const ids = new Map<string, ReadonlySet<string>>()
	const counts = new Map<string, number>()
	const addresses = (await pages.list(draft)).filter((address) => isLong || distinctPaths.includes(address))
	for (const address of addresses) {
		const { html = '' } = (await pages.renderPreview(content, address)) ?? {}
		const text = framePage({ html, content, marks, mode: 'edit', drafts: 'all', describe })
		expect([address, MARKS.exec(text)?.[0]]).toEqual([address, undefined])
		expect([address, readable(text)]).toEqual([address, readable((await pages.renderPreview(draft, address))?.html ?? '')])
		for (const [, path = '', at = '', id = '', title = ''] of text.matchAll(LINK)) {
			const file = decodeURIComponent(path)
			counts.set(address, (counts.get(address) ?? 0) + 1)
			expect(title).not.toMatch(/\.json|\.md/)
			if (/^\d+$/.test(at)) expect([file, at, (textOf(file).split('\n')[Number(at) - 1] ?? '').trim()]).not.toEqual([file, at, ''])
			else if (at !== '') {
				const known = ids.get(file) ?? formIds(file, textOf(file))
				ids.set(file, known)
				expect([file, id, known.has(id), fieldElementId(decodeURIComponent(at))]).toEqual([file, id, true, id])
			}
		}
	}
	for (const [address, least] of [
		['/', 60],
		['/digital-income-mastery', 60],
		['/terms', 20],
		['/articles/choose-your-first-income-stream', 30],
		['/templates', 20],
	] as const)
		expect([address, (counts.get(address) ?? 0) >= least, counts.get(address)]).toEqual([address, true, counts.get(address)])
})

test('sentences, figures, prices, paragraphs and the logo link to their own fields', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const titlesOf = async (page: string) =>
		[...(await operator.get(`${SITE}/at${page}`)).text.matchAll(LINK)].map(([, , at, , title]) => `${title} ${at}`)
	expect(await titlesOf('/')).toEqual(
		expect.arrayContaining([expect.stringMatching(/^Logo /), expect.stringMatching(/^Home › Top of the page › Line below the title /)]),
	)
	expect(await titlesOf('/digital-income-mastery')).toEqual(
		expect.arrayContaining([expect.stringMatching(/^Offers and prices › .* › Price %2Foffers%2F0%2FamountCents$/)]),
	)
})

test('drawing previews doesn’t change the public pages by a byte', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const { pages, content } = wire.deps
	const untouched = openSite()
	for (const address of ['/', '/digital-income-mastery', '/terms', '/articles/price-your-first-offer', '/course/module1', '/templates']) {
		expect((await operator.get(`${SITE}/at${address}`)).text).toContain('data-edit')
		const { html = '', policy } = (await pages.renderPreview(content, address)) ?? {}
		expect({ html, policy }).toEqual(await untouched.renderPreview(content, address))
		expect(html).not.toContain('data-edit')
		expect(MARKS.test(html)).toBe(false)
	}
})

test('in look mode links lead to previews of other pages, and texts are not clickable', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const { text } = await operator.get(`${SITE}/at/?mode=look`)
	expect(text).not.toContain('data-edit')
	expect(text).toContain(`href="${SITE}?page=%2Ffree-trial&#x26;mode=look" target="_top"`)
	expect((await operator.get(`${SITE}?mode=look`)).text).toContain(`src="${SITE}/at/?mode=look"`)
})
