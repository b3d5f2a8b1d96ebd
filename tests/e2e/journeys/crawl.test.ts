import type { APIRequestContext } from '@playwright/test'

import { expect, test } from '#tests/e2e/setup/journey.ts'
import { publicPaths } from '#tests/setup/page-paths.ts'

type Found = { to: string; on: string; kind: 'link' | 'file' | 'form' }

const decode = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&#x27;', "'").replaceAll('&quot;', '"')
const attribute = (tag: string, name: string) => {
	const value = new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(tag)?.[1]
	return value === undefined ? undefined : decode(value)
}

/** Returns every URL of this site in a page: links, files and form targets. */
function addressesIn(html: string, page: URL): Found[] {
	const found: Found[] = []
	const add = (kind: Found['kind'], address: string | undefined) => {
		if (address === undefined || address.startsWith('#')) return
		const url = new URL(address, page)
		if (url.origin === page.origin) found.push({ to: url.pathname + url.search, on: page.pathname, kind })
	}
	for (const [tag] of html.matchAll(/<(?:a|area)\b[^>]*>/g)) add('link', attribute(tag, 'href'))
	for (const [tag] of html.matchAll(/<link\b[^>]*>/g)) if (!/rel="(?:canonical|alternate)"/.test(tag)) add('file', attribute(tag, 'href'))
	for (const [tag] of html.matchAll(/<(?:img|script|source|video|track|iframe)\b[^>]*>/g)) {
		add('file', attribute(tag, 'src'))
		add('file', attribute(tag, 'poster'))
		for (const candidate of attribute(tag, 'srcset')?.split(',') ?? []) add('file', candidate.trim().split(/\s+/)[0])
	}
	for (const [tag] of html.matchAll(/<meta\b[^>]*property="og:image"[^>]*>/g)) add('file', attribute(tag, 'content'))
	for (const [tag] of html.matchAll(/<form\b[^>]*>/g)) {
		const kind = /method="post"/i.test(tag) ? 'form' : 'link'
		add(kind, attribute(tag, 'action') ?? page.pathname)
	}
	return found
}

type Answer = { status: number; html: string | null }

/** Requests one URL. Forms are posted empty: the endpoint must exist, not accept the data. */
async function ask(request: APIRequestContext, { to, kind }: Found): Promise<Answer> {
	const answer = kind === 'form' ? await request.post(to, { form: {}, maxRedirects: 0 }) : await request.get(to)
	const isPage = kind === 'link' && answer.ok() && (answer.headers()['content-type'] ?? '').startsWith('text/html')
	return { status: answer.status(), html: isPage ? await answer.text() : null }
}

/**
 * Returns the key by which a URL is visited once. Documents take long to generate and have their own tests, so one of each format
 * is enough.
 */
const nameOf = (to: string) => to.replace(/^\/documents\/.*(?=\.\w+$)/, '/documents/*')

const isMissing = ({ status }: Answer) => status === 404 || status === 405 || status >= 500
const AT_ONCE = 6

/** Follows all links from the public pages, each URL once. */
async function crawl(request: APIRequestContext, origin: string): Promise<{ asked: number; missing: Found[] }> {
	const waiting: Found[] = publicPaths.map((to) => ({ to, on: 'the list of pages', kind: 'link' }))
	const known = new Set(waiting.map(({ kind, to }) => `${kind} ${to}`))
	const missing: Found[] = []
	while (waiting.length > 0) {
		const places = waiting.splice(0, AT_ONCE)
		const answers = await Promise.all(places.map((place) => ask(request, place)))
		for (const [index, answer] of answers.entries()) {
			const place = places[index]!
			if (isMissing(answer)) missing.push(place)
			const found = answer.html === null ? [] : addressesIn(answer.html, new URL(place.to, origin))
			for (const next of found) {
				const name = `${next.kind} ${nameOf(next.to)}`
				if (!known.has(name)) waiting.push(next)
				known.add(name)
			}
		}
	}
	return { asked: known.size, missing }
}

test('every link, file and form of every page works', async ({ request, baseURL }) => {
	const { asked, missing } = await crawl(request, baseURL!)
	expect(asked).toBeGreaterThan(publicPaths.length * 2)
	expect(missing.map(({ kind, to, on }) => `${kind} ${to}, named on ${on}`)).toEqual([])
})
