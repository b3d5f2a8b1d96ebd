import { ARTICLE_FILE, isJson } from '#content/check-file.ts'
import { countLinks, replaceLinks } from '#content/check/links.ts'
import { findMultilineObjects } from '#content/find-open.ts'
import { OWN_PAGE_FILE, parseOwnPage } from '#content/own-pages.ts'
import { parseArticle, toCard } from '#content/parse-article.ts'
import { printJson } from '#content/print-json.ts'
import type { ArticleCard } from '#content/schema/article.ts'
import type { Redirect } from '#content/schema/redirects.ts'
import { paths } from '#contracts/paths.ts'
import type { ConsoleRequest } from '#server/console/shell/console-request.ts'

import { type ContentFile, listFiles, requireFile } from './files.ts'
import { readMarkdownFile, writeMarkdownFile } from './markdown-file.ts'
import { planDrafts } from './plan-release.ts'
import type { JsonObject } from './read-form.ts'
import { readNewestAndLive, versionText } from './versions.ts'

const [SITE, BLOG, TEASERS] = ['site.json', 'blog.json', 'marketing/blog-teasers.json']

/** `to`: page that links lead to instead; `redirects`: true if its address leads there, too. */
type Deletion = { path: string; to: string; redirects: boolean }

export type Change = { opened: { file: ContentFile; text: string; base: string }; text: string }

async function open({ ctx }: ConsoleRequest, path: string): Promise<Change['opened']> {
	const file = requireFile(path)
	const { newest } = await readNewestAndLive(ctx.db, path)
	return { file, text: versionText(newest, file), base: newest?.id ?? '' }
}

type Texts = ReadonlyMap<string, string>

/** Reads the newest texts of all files that aren't deleted, drafts included. */
export async function readNewestTexts({ ctx }: Pick<ConsoleRequest, 'ctx'>): Promise<Texts> {
	const { edits } = await planDrafts(ctx)
	return new Map(
		listFiles(edits)
			.map(({ path, origin }) => [path, edits[path] ?? origin] as const)
			.filter(([, text]) => text !== ''),
	)
}

/** Lists the addresses of a text's page, including former ones. */
function addressesOf(path: string, text: string): string[] {
	const [, article] = ARTICLE_FILE.exec(path) ?? []
	if (article !== undefined) return [paths.article(article)]
	const page = OWN_PAGE_FILE.test(path) ? parseOwnPage(text, path) : null
	return page?.ok ? [page.value.address, ...page.value.formerAddresses] : []
}

const isLinkTo = (addresses: readonly string[]) => (href: string) => addresses.includes(href.replace(/[?#].*$/, ''))

/** Lists the texts with links to a text's page, each with the number of its links. */
export function findLinksTo(texts: Texts, path: string): { path: string; links: number }[] {
	const addresses = addressesOf(path, texts.get(path) ?? '')
	return [...texts]
		.filter(([file, text]) => file !== path && file !== TEASERS && addresses.some((address) => text.includes(address)))
		.map(([file, text]) => ({ path: file, links: countLinks(file, text, isLinkTo(addresses)) }))
		.filter(({ links }) => links > 0)
}

/** Lists the other articles that are published or drafts, newest first. */
const listOthers = (texts: Texts, id: string): ArticleCard[] =>
	[...texts]
		.flatMap(([path, text]) => {
			const [, slug] = ARTICLE_FILE.exec(path) ?? []
			const parsed = slug === undefined || slug === id ? null : parseArticle(text, slug)
			return parsed?.ok ? [toCard(parsed.article)] : []
		})
		.toSorted((one, other) => other.date.localeCompare(one.date))

function changeJson<Value>(path: string, text: string, change: (value: Value) => Value): string {
	if (!isJson(text)) return text
	const wasOpen = findMultilineObjects(requireFile(path).origin)
	return printJson(change(JSON.parse(text) as Value), (place) => wasOpen.has(place))
}

function changeFields(path: string, text: string, change: (value: JsonObject) => JsonObject): string {
	const read = readMarkdownFile(path, text)
	return read ? writeMarkdownFile(text, { value: change(read.value), body: read.body }) : text
}

type Blog = { freeResources?: { articleIds?: string[] } }
type Teasers = { teasers?: { id: string; featured: boolean }[] }

type Rewrite = readonly [path: string, rewrite: (text: string) => string]

/** Replaces an article in the lists of other articles, on the home page, among the free resources, and as the featured article. */
function listReplacements(texts: Texts, id: string): Rewrite[] {
	const others = listOthers(texts, id)
	const next = (...taken: readonly unknown[]) => others.find((other) => !taken.includes(other.id))
	const replaceIn = (ids: readonly string[], ...taken: readonly string[]) =>
		ids.map((each) => (each === id ? (next(...ids, ...taken)?.id ?? each) : each))
	const relatedOf = (value: JsonObject): string[] => (Array.isArray(value.related) ? value.related.map(String) : [])
	const suggesting = others.map(({ id: own }): Rewrite => {
		const path = `articles/${own}.md`
		return [
			path,
			(text) =>
				changeFields(path, text, (value) =>
					relatedOf(value).includes(id) ? { ...value, related: replaceIn(relatedOf(value), own) } : value,
				),
		]
	})
	const [newest] = others
	const path = `articles/${newest?.id}.md`
	return [
		...suggesting,
		...(newest && !others.some((other) => other.featured)
			? [[path, (text) => changeFields(path, text, (value) => ({ ...value, featured: true }))] as const satisfies Rewrite]
			: []),
		[
			TEASERS,
			(text) =>
				changeJson<Teasers>(TEASERS, text, (value) => {
					const { teasers } = value
					if (!Array.isArray(teasers)) return value
					const other = next(...teasers.map((teaser) => teaser.id))
					if (!other) return value
					const { art: _, ...teaser } = other
					return { ...value, teasers: teasers.map((each) => (each.id === id ? { ...teaser, featured: each.featured } : each)) }
				}),
		],
		[
			BLOG,
			(text) =>
				changeJson<Blog>(BLOG, text, (value) => {
					const { articleIds } = value.freeResources ?? {}
					return Array.isArray(articleIds)
						? { ...value, freeResources: { ...value.freeResources, articleIds: replaceIn(articleIds) } }
						: value
				}),
		],
	]
}

/** Adds redirects from a deleted text's addresses to `to`. Removes any redirect from `to`, which would lead to itself. */
const changeRedirects = (text: string, addresses: readonly string[], to: string): string =>
	changeJson<{ redirects?: Redirect[] }>(SITE, text, (value) => {
		const { redirects = [] } = value
		const kept = redirects.filter(({ from }) => !addresses.includes(from) && from !== to)
		if (addresses.length === 0 && kept.length === redirects.length) return value
		return { ...value, redirects: [...kept, ...addresses.map((from) => ({ from, to }))] }
	})

/** Returns the text to restore. An article loses its featured mark if another one is featured by now. */
export function keepOneFeatured(texts: Texts, path: string, text: string): string {
	const [, id] = ARTICLE_FILE.exec(path) ?? []
	const isTaken = id !== undefined && listOthers(texts, id).some(({ featured }) => featured)
	const isFeatured = readMarkdownFile(path, text)?.value.featured === true
	return isTaken && isFeatured ? changeFields(path, text, (value) => ({ ...value, featured: false })) : text
}

/** Plans a deletion. The first change is the deletion itself; the others follow from it: links, lists of articles, and the redirect. */
export async function planDeletion(request: ConsoleRequest, { path, to, redirects }: Deletion): Promise<[Change, ...Change[]]> {
	const texts = await readNewestTexts(request)
	const addresses = addressesOf(path, texts.get(path) ?? '')
	const [, article] = ARTICLE_FILE.exec(path) ?? []
	const rewrites: Rewrite[] = [
		...(article === undefined ? [] : listReplacements(texts, article)),
		...(to === ''
			? []
			: findLinksTo(texts, path).map(({ path: file }): Rewrite => [
					file,
					(text) => replaceLinks(file, text, { isGone: isLinkTo(addresses), to }),
				])),
		...(to === '' ? [] : [[SITE, (text) => changeRedirects(text, redirects ? addresses : [], to)] as const satisfies Rewrite]),
	]
	const rewrite = (file: string, text: string) => rewrites.reduce((next, [of, change]) => (of === file ? change(next) : next), text)
	const isChanged = (file: string) => rewrite(file, texts.get(file) ?? '') !== (texts.get(file) ?? '')
	const files = [...new Set(rewrites.map(([file]) => file))].filter((file) => texts.has(file) && isChanged(file))
	const others = await Promise.all(
		files.map(async (file) => {
			// Read the file again, because someone may have saved it since.
			const opened = await open(request, file)
			return { opened, text: rewrite(file, opened.text) }
		}),
	)
	return [{ opened: await open(request, path), text: '' }, ...others]
}
