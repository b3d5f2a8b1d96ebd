import { TextMarks } from '#content/marks/text-marks.ts'
import type { Edits } from '#content/sources.ts'
import { places } from '#server/console/shell/places.ts'
import type { ConsoleRequest, Work } from '#server/console/shell/work.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { comparePages } from './compare-pages.ts'
import { describePlaces } from './describe-places.ts'
import { listFiles } from './files.ts'
import { framePage, readMode } from './frame-page.ts'
import { keepHarmless } from './frames.ts'
import { planDrafts } from './plan-release.ts'
import { listProblems, type Problem } from './require-publishable.ts'

/** The content with all drafts, or why it cannot be shown. */
async function draftContent(ctx: ServiceContext) {
	const { edits, files } = await planDrafts(ctx)
	try {
		return { edits, files, content: ctx.published.draft(edits), problems: [] as Problem[] }
	} catch (error) {
		return { edits, files, content: null, problems: listProblems(error) }
	}
}

/** The site as all drafts would make it: `?page=` is the address of a page. */
export async function readSitePreview({ ctx, url: { searchParams } }: ConsoleRequest) {
	const { files, content, problems } = await draftContent(ctx)
	const pages = content ? await comparePages(ctx.pages, ctx.content, content) : []
	const shown = pages.find(({ address }) => address === searchParams.get('page')) ?? pages[0]
	const mode = readMode(searchParams.get('mode'))
	const src = shown && `${places.contentSiteFiles}${shown.address}${mode === 'look' ? '?mode=look' : ''}`
	return {
		drafts: listFiles(files).flatMap(({ path, title }) => (files.includes(path) ? [{ path, title }] : [])),
		problems,
		choice: shown && src !== undefined ? { pages, mode, shown: { ...shown, src } } : null,
	}
}

/** A page with links to the fields of its texts; without them if a text does not bear its mark. */
async function drawMarked({ pages, published, log }: ServiceContext, edits: Edits, address: string) {
	try {
		const { content, marks } = published.marked(edits)
		const page = await pages.draw(content, address)
		return page && { html: page.html, content, marks }
	} catch (error) {
		log.warn('could not draw a page with links to its fields', { address, error })
		return null
	}
}

/** A page as all drafts would make it, or what such a page loads; what is the same for any content comes from the site itself. */
export async function showSitePreviewFile(work: Work) {
	const { c, ctx } = work
	keepHarmless(c)
	const address = c.req.path.slice(places.contentSiteFiles.length)
	const { content, edits } = await draftContent(ctx)
	const page = content && (await ctx.pages.draw(content, address))
	if (page) {
		const marked = (await drawMarked(ctx, edits, address)) ?? { html: page.html, content, marks: new TextMarks() }
		return c.html(framePage({ ...marked, mode: readMode(c.req.query('mode') ?? null), describe: describePlaces(edits) }))
	}
	const file = content && (await ctx.pages.file(content, address))
	if (file) return c.body(file.body, 200, { 'content-type': file.type })
	if (content && /^(?:\/[\w-][\w.-]*)+\.[a-z0-9]+$/i.test(address)) return c.redirect(address, 302)
	return c.text('This page is not in the preview.', 404)
}
