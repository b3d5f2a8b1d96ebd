import { setImmediate as breathe } from 'node:timers/promises'

import type { Content } from '#content/load-content.server.ts'
import { TextMarks } from '#content/marks/text-marks.ts'
import type { Edits } from '#content/sources.ts'
import { consolePaths } from '#contracts/console-paths.ts'
import type { ConsoleActionRequest, ConsoleRequest } from '#server/console/shell/console-request.ts'
import type { HttpContext } from '#server/http/environment.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { describePlaces } from './describe-places.ts'
import { compareDraftPages, explainFailure, readDraftContent } from './draft-content.ts'
import { listFiles } from './files.ts'
import { type PreviewedDrafts, framePage, type PreviewMode, frameVersion, readPreviewedDrafts, withQuery } from './frame-page.ts'
import { type PreviewPage, renderPreviewPage, readPageAddress } from './lesson-pages.ts'
import type { PublishProblem } from './require-publishable.ts'

/** Allows only this site's styles, fonts and media: no scripts, no forms. Links that the user clicks may navigate the window. */
const POLICY =
	"sandbox allow-same-origin allow-top-navigation-by-user-activation; default-src 'none'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' data:; media-src 'self'; frame-src 'self'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'"

/** Sets the headers of a response shown in a console frame (app/admin/routes/content/frames.tsx). */
function setFramePolicy(c: HttpContext): void {
	c.header('Content-Security-Policy', POLICY)
	c.header('X-Frame-Options', 'SAMEORIGIN')
}

const MODES = ['edit', 'look', 'compare'] as const
type ShownMode = (typeof MODES)[number]

const readMode = (value: string | null): ShownMode => MODES.find((mode) => mode === value) ?? 'edit'

/** Returns the URLs for the preview's frames: the page with drafts and, to compare, the page without them, unless it is new. */
export function previewFrameUrls(page: Pick<PreviewPage, 'address' | 'isNew'>, mode: ShownMode, drafts: PreviewedDrafts) {
	const address = `${consolePaths.contentSiteFiles}${page.address}`
	if (mode !== 'compare') return { src: withQuery(address, { mode, drafts }), before: null }
	return { src: withQuery(address, { mode: 'after', drafts }), before: page.isNew ? null : withQuery(address, { mode: 'before', drafts }) }
}

/** Reads the site preview: `?page=` is the URL of a page, `?drafts=` a file or `unscheduled`, `?mode=` edit, look or compare. */
export async function readSitePreview({ ctx, url: { searchParams } }: ConsoleRequest) {
	const drafts = readPreviewedDrafts(searchParams.get('drafts'))
	const drafted = await readDraftContent(ctx, drafts)
	const { edits, files } = drafted
	const { pages, problems } = await compareDraftPages(ctx, drafted)
	const shown = pages.find(({ address }) => address === searchParams.get('page')) ?? pages[0]
	const mode = readMode(searchParams.get('mode'))
	const modeAddress = (each: ShownMode) => withQuery(consolePaths.contentSite, { page: shown?.address ?? '/', mode: each, drafts })
	const included = listFiles(edits).flatMap(({ path, title }) => (files.includes(path) ? [{ path, title }] : []))
	return {
		drafts: included,
		/** The file, if the preview includes only one file's draft. It then includes drafts of the course structure, too. */
		onlyDraft: typeof drafts === 'string' ? null : (included.find(({ path }) => path === drafts.file) ?? null),
		query: { mode: mode === 'edit' ? null : mode, drafts: searchParams.get('drafts') },
		problems,
		choice: shown
			? {
					pages,
					mode,
					modes: MODES.map((is) => ({ is, href: modeAddress(is) })),
					shown: { ...shown, ...previewFrameUrls(shown, mode, drafts) },
				}
			: null,
	}
}

type Framed = { content: Content; edits: Edits; address: string; drafts: PreviewedDrafts; mode: PreviewMode }

/** Renders a page whose texts link to their fields; without links if a text can't carry its marker. */
async function renderMarked({ pages, published, log }: ServiceContext, { content: plain, edits, address }: Framed) {
	try {
		const { content, marks } = published.loadWithMarkers(edits)
		await breathe()
		return { page: await renderPreviewPage(pages, content, address), content, marks }
	} catch (error) {
		log.warn('page preview with field links failed', { address, error })
		return { page: await renderPreviewPage(pages, plain, address), content: plain, marks: new TextMarks() }
	}
}

/** Renders a page with drafts for a frame of the console; null if there is no such page. */
export async function renderFrame(ctx: ServiceContext, framed: Framed): Promise<string | null> {
	const { page, ...marked } = await renderMarked(ctx, framed)
	if (!page) return null
	// The steps before and after take long enough that requests should run in between.
	await breathe()
	return framePage({ ...framed, ...marked, html: page.html, describe: describePlaces(framed.edits) })
}

type Drafted = Awaited<ReturnType<typeof readDraftContent>>

/** Responds with a sentence in place of a page, as plain text. */
const sendProblem = (c: HttpContext, [first]: readonly PublishProblem[]) => c.text(`${first?.label}: ${first?.message}`, 422)

async function sendPreviewFile({ c, ctx }: ConsoleActionRequest, { content, edits, problems }: Drafted, drafts: PreviewedDrafts) {
	const url = new URL(c.req.url)
	const address = readPageAddress({ pathname: c.req.path.slice(consolePaths.contentSiteFiles.length), searchParams: url.searchParams })
	const mode = c.req.query('mode')
	const isBefore = mode === 'before'
	const isFile = /^(?:\/[\w-][\w.-]*)+\.[a-z0-9]+$/i.test(address)
	// A draft saved after the page around this frame may have an error. The public page and its files don't depend on it.
	if (!content && !isBefore && !isFile) return sendProblem(c, problems)
	if (isBefore || mode === 'after') {
		const before = await renderPreviewPage(ctx.pages, ctx.content, address)
		const after = content && (await renderPreviewPage(ctx.pages, content, address))
		const [own, other] = isBefore ? [before, after] : [after, before]
		if (own) return c.html(frameVersion(own.html, other?.html ?? ''))
	}
	const page = content && (await renderFrame(ctx, { content, edits, address, drafts, mode: mode === 'look' ? 'look' : 'edit' }))
	if (page !== null) return c.html(page)
	const file = await ctx.pages.file(content ?? ctx.content, address)
	if (file) return c.body(file.body, 200, { 'content-type': file.type })
	if (isFile) return c.redirect(address, 302)
	return c.text('This page isn’t in the preview.', 404)
}

/** Sends a page with drafts, or one of its resources. Assets that don't depend on content come from the site. */
export async function showSitePreviewFile(request: ConsoleActionRequest) {
	const { c, ctx } = request
	setFramePolicy(c)
	const drafts = readPreviewedDrafts(c.req.query('drafts') ?? null)
	const drafted = await readDraftContent(ctx, drafts)
	try {
		return await sendPreviewFile(request, drafted, drafts)
	} catch (error) {
		return sendProblem(c, await explainFailure(ctx, drafted, error))
	}
}
