import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'

import type { Content } from '#content/load-content.server.ts'
import { paths } from '#contracts/paths.ts'
import { isHiddenPage } from '#domain/site/hidden-pages.ts'
import type { Pages } from '#server/services/context.ts'

type LessonPage = { address: string; title: string; sectionTitle: string; moduleId: number; lessonId: string; file: string }

export const sectionAddress = (moduleId: number, sectionId: string) => `${paths.courseModule(moduleId)}?section=${sectionId}`

const ofModules = ({ allTaughtModules, labelModule }: Content): LessonPage[] =>
	allTaughtModules.flatMap(({ id: moduleId, sections }) =>
		sections.flatMap(({ id, title, lessonId }) =>
			lessonId === null
				? []
				: [
						{
							address: sectionAddress(moduleId, id),
							title: `${labelModule(moduleId)}: ${title}`,
							sectionTitle: title,
							moduleId,
							lessonId,
							file: `course/module-${moduleId}/lessons/${lessonId}.md`,
						},
					],
		),
	)

const ofTracks = ({ trackLessons }: Content): LessonPage[] =>
	trackLessons.map(({ moduleId, trackId, id, title }) => ({
		address: paths.careerLesson(trackId, id),
		title,
		sectionTitle: title,
		moduleId,
		lessonId: id,
		file: `tracks/${trackId}/${id}.md`,
	}))

export const listLessonPages = (content: Content): LessonPage[] => [
	...ofModules(content),
	...(isHiddenPage(content.site, paths.careerPath) ? [] : ofTracks(content)),
]

/** Returns the path of a previewed page; for a section, with its query parameter. */
export function readPageAddress({ pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>): string {
	const section = searchParams.get('section')
	return section === null ? pathname : `${pathname}?section=${section}`
}

/** Renders a preview page, with its lesson if the URL names a section that has one; null for an unknown section. */
export async function renderPreviewPage(pages: Pages, content: Content, address: string) {
	const found = listLessonPages(content).find((page) => page.address === address)
	if (!found && address.includes('?')) return null
	const page = await pages.renderPreview(content, address.split('?')[0] ?? '')
	const lesson = page && found ? content.readLesson(found.moduleId, found.lessonId) : null
	if (!page || !found || !lesson) return page
	// Loaded at the first preview: its HTML parser takes 5 MB of memory.
	const { drawLessonPage } = await import('#content/draw-lesson-page.server.ts')
	return { ...page, html: drawLessonPage(page.html, { title: found.sectionTitle, address }, lesson) }
}

export type PreviewPage = {
	address: string
	title: string
	isChanged: boolean
	/** True if the page isn't public yet. */
	isNew: boolean
	/** True if only colors, the font or the logo changed, not the text. */
	isOnlyStyling: boolean
}

/** Removes scripts and preload links, which visitors don't see. */
const withoutScripts = (html: string): string =>
	html.replaceAll(/<(script|noscript)\b[\s\S]*?<\/\1>/g, '').replaceAll(/<link rel="modulepreload"[^>]*>/g, '')

/** Removes scripts, and everything that a brand change alters on every page: styles, drawings and metadata. */
const withoutStyling = (html: string): string =>
	withoutScripts(html)
		.replaceAll(/<style\b[\s\S]*?<\/style>/g, '')
		.replaceAll(/<svg\b[\s\S]*?<\/svg>/g, '')
		.replaceAll(/<(?:link|meta)\b[^>]*>/g, '')
		.replaceAll(/\?v=[\w-]+/g, '')

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" }

const titleOf = (html: string): string =>
	(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '').replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity)

/** Adds the changed lessons. Their texts are compared, because a lesson's page loads its text in the browser, and only for members. */
function addLessons(pages: PreviewPage[], live: Content, drafted: Content): void {
	const known = new Set(listLessonPages(live).map(({ address }) => address))
	for (const { address, title, moduleId, lessonId } of listLessonPages(drafted)) {
		const isChanged = drafted.readLessonSource(moduleId, lessonId) !== live.readLessonSource(moduleId, lessonId)
		const index = pages.findIndex((page) => page.address === address)
		const page = pages[index]
		if (!page) pages.push({ address, title, isChanged, isNew: !known.has(address), isOnlyStyling: false })
		else if (isChanged) pages[index] = { ...page, isChanged, isOnlyStyling: false }
	}
}

/** Digests of a page as visitors see it. Keeping the pages themselves, for every draft and release, would take too much memory. */
type PageDigests = { title: string; page: string; text: string }

const digest = (text: string): string => hash('sha256', text, 'base64')

async function digestPage({ renderPreview }: Pages, content: Content, address: string): Promise<PageDigests> {
	const html = (await renderPreview(content, address))?.html ?? ''
	// Rendering is CPU-bound: let requests run in between.
	await setImmediate()
	return {
		title: titleOf(html).replace(` | ${content.site.name}`, ''),
		page: digest(withoutScripts(html)),
		text: digest(withoutStyling(html)),
	}
}

const pageDigests = new WeakMap<Pages, WeakMap<Content, Map<string, Promise<PageDigests>>>>()

/** Renders each page once per version of the content: a publication compares the same versions several times. */
function digestPageOnce(pages: Pages, content: Content, address: string): Promise<PageDigests> {
	const byContent = pageDigests.get(pages) ?? new WeakMap<Content, Map<string, Promise<PageDigests>>>()
	pageDigests.set(pages, byContent)
	const known = byContent.get(content) ?? new Map<string, Promise<PageDigests>>()
	byContent.set(content, known)
	const digests = known.get(address) ?? digestPage(pages, content, address)
	known.set(address, digests)
	digests.catch(() => known.delete(address))
	return digests
}

/** Compares the pages with and without drafts, visibly changed ones first. */
export async function comparePages(pages: Pages, live: Content, drafted: Content): Promise<readonly PreviewPage[]> {
	const compared: PreviewPage[] = []
	const known = new Set(await pages.list(live))
	for (const address of await pages.list(drafted)) {
		const after = await digestPageOnce(pages, drafted, address)
		const before = await digestPageOnce(pages, live, address)
		const isChanged = after.page !== before.page
		compared.push({
			address,
			title: after.title,
			isChanged,
			isNew: !known.has(address),
			isOnlyStyling: isChanged && after.text === before.text,
		})
	}
	addLessons(compared, live, drafted)
	return compared.toSorted(
		(one, other) => Number(other.isChanged) - Number(one.isChanged) || one.address.localeCompare(other.address, 'en', { numeric: true }),
	)
}

/** Prepares a page for a frame: without scripts, and with links that lead to the preview below `base`. */
export const toFramedPage = (html: string, base: string): string =>
	withoutScripts(html).replaceAll(/(\s(?:href|src|action)="|url\(["']?)\/(?!\/|embed\/)/g, (_, start: string) => `${start}${base}/`)
