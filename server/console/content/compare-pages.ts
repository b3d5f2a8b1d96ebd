import { setImmediate } from 'node:timers/promises'

import type { Content } from '#content/load-content.server.ts'
import type { Pages } from '#server/services/context.ts'

import { listLessonPages } from './lesson-pages.ts'

export type PreviewPage = {
	address: string
	title: string
	isChanged: boolean
	/** True if only colors, the font or the logo changed, not the text. */
	isOnlyLook: boolean
}

/** Removes scripts and preload links, which visitors don't see. */
const withoutScripts = (html: string): string =>
	html.replaceAll(/<(script|noscript)\b[\s\S]*?<\/\1>/g, '').replaceAll(/<link rel="modulepreload"[^>]*>/g, '')

/** Removes scripts, and everything that a brand change alters on every page: styles, drawings and metadata. */
const withoutLook = (html: string): string =>
	withoutScripts(html)
		.replaceAll(/<style\b[\s\S]*?<\/style>/g, '')
		.replaceAll(/<svg\b[\s\S]*?<\/svg>/g, '')
		.replaceAll(/<(?:link|meta)\b[^>]*>/g, '')
		.replaceAll(/\?v=[\w-]+/g, '')

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" }

const titleOf = (html: string): string =>
	(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '').replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity)

/** Lessons are compared by text, because their pages load it only for members in the browser. */
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
		// Rendering is CPU-bound: let requests run in between.
		await setImmediate()
	}
	addLessons(pages, live, drafted)
	return pages.toSorted(
		(one, other) => Number(other.isChanged) - Number(one.isChanged) || one.address.localeCompare(other.address, 'en', { numeric: true }),
	)
}

/** WeakMaps keyed by both contents: strong keys would keep every earlier release in memory. */
const known = new WeakMap<Content, WeakMap<Content, Promise<readonly PreviewPage[]>>>()

/** Compares the pages with and without drafts, visibly changed ones first. Cached, because every page is rendered. */
export function comparePages(pages: Pages, live: Content, drafted: Content): Promise<readonly PreviewPage[]> {
	const comparisons = known.get(drafted) ?? new WeakMap<Content, Promise<readonly PreviewPage[]>>()
	known.set(drafted, comparisons)
	const compared = comparisons.get(live) ?? compare(pages, live, drafted)
	comparisons.set(live, compared)
	compared.catch(() => comparisons.delete(live))
	return compared
}

/** Removes scripts from a page and rewrites its links to the preview below `base`. */
export const toFramedPage = (html: string, base: string): string =>
	withoutScripts(html).replaceAll(/(\s(?:href|src|action)="|url\(["']?)\/(?!\/)/g, (_, start: string) => `${start}${base}/`)
