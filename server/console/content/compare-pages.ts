import { setImmediate } from 'node:timers/promises'

import type { Content } from '#content/load-content.server.ts'
import type { Pages } from '#server/services/context.ts'

import { listLessonPages } from './lesson-pages.ts'

export type PreviewPage = {
	address: string
	title: string
	isChanged: boolean
	/** Only colors, the font or the logo are different: its words are the same. */
	isOnlyLook: boolean
}

/** The page without the parts that no visitor sees. */
const withoutScripts = (html: string): string =>
	html.replaceAll(/<(script|noscript)\b[\s\S]*?<\/\1>/g, '').replaceAll(/<link rel="modulepreload"[^>]*>/g, '')

/** Text of a page, without the brand parts that change on every page. */
const withoutLook = (html: string): string =>
	withoutScripts(html)
		.replaceAll(/<style\b[\s\S]*?<\/style>/g, '')
		.replaceAll(/<svg\b[\s\S]*?<\/svg>/g, '')
		.replaceAll(/<(?:link|meta)\b[^>]*>/g, '')
		.replaceAll(/\?v=[\w-]+/g, '')

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" }

const titleOf = (html: string): string =>
	(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '').replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity)

/** Pages of lessons: their texts are compared, since only a browser of a member puts them into the page. */
function addLessons(pages: PreviewPage[], live: Content, drafted: Content): void {
	for (const { address, title, moduleId, lessonId } of listLessonPages(drafted)) {
		const isChanged = drafted.readLessonSource(moduleId, lessonId) !== live.readLessonSource(moduleId, lessonId)
		const known = pages.findIndex((page) => page.address === address)
		const page = pages[known]
		if (!page) pages.push({ address, title, isChanged, isOnlyLook: false })
		else if (isChanged) pages[known] = { ...page, isChanged, isOnlyLook: false }
	}
}

async function compare({ list, draw }: Pages, live: Content, drafted: Content): Promise<readonly PreviewPage[]> {
	const pages: PreviewPage[] = []
	for (const address of await list(drafted)) {
		const html = (await draw(drafted, address))?.html ?? ''
		const before = live === drafted ? html : ((await draw(live, address))?.html ?? '')
		const isChanged = withoutScripts(html) !== withoutScripts(before)
		pages.push({ address, title: titleOf(html), isChanged, isOnlyLook: isChanged && withoutLook(html) === withoutLook(before) })
		// Drawing takes the processor: requests are answered in between.
		await setImmediate()
	}
	addLessons(pages, live, drafted)
	return pages.toSorted(
		(one, other) => Number(other.isChanged) - Number(one.isChanged) || one.address.localeCompare(other.address, 'en', { numeric: true }),
	)
}

/** Keyed by both contents, and weakly: a published draft would otherwise keep the release before it, and that one the one before. */
const known = new WeakMap<Content, WeakMap<Content, Promise<readonly PreviewPage[]>>>()

/** Pages of the drafts, visibly changed ones first. Every page is rendered, so the result is cached. */
export function comparePages(pages: Pages, live: Content, drafted: Content): Promise<readonly PreviewPage[]> {
	const comparisons = known.get(drafted) ?? new WeakMap<Content, Promise<readonly PreviewPage[]>>()
	known.set(drafted, comparisons)
	const compared = comparisons.get(live) ?? compare(pages, live, drafted)
	comparisons.set(live, compared)
	compared.catch(() => comparisons.delete(live))
	return compared
}

/** A page of the drafts without its scripts, whose links lead to other pages of the preview, below `base`. */
export const toFramedPage = (html: string, base: string): string =>
	withoutScripts(html).replaceAll(/(\s(?:href|src|action)="|url\(["']?)\/(?!\/)/g, (_, start: string) => `${start}${base}/`)
