import { places } from '#server/console/shell/places.ts'
import type { ConsoleRequest, Work } from '#server/console/shell/work.ts'
import { typeOf } from '#server/http/static/load-build.ts'

import { listFiles } from './files.ts'
import { keepHarmless } from './frames.ts'
import { readPreviewFile } from './preview-files.ts'
import { beginPreview, findPreview, isHeld, isOf, type SitePreview } from './site-preview.ts'
import { listNewest } from './versions.ts'

const listDrafts = ({ drafts }: SitePreview) =>
	listFiles(drafts).flatMap(({ path, title }) => (drafts.includes(path) ? [{ path, title }] : []))

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" }

/** A title comes as its page has it, escaped. */
const toText = (title: string) => title.replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity)

function presentPages({ pages, step }: SitePreview, asked: string | null) {
	const shown = pages.find(({ address }) => address === asked) ?? pages[0]
	if (step !== 'ready' || !shown) return null
	const titled = pages.map((page) => ({ ...page, title: toText(page.title) }))
	return { pages: titled, shown: { address: shown.address, isChanged: shown.isChanged, src: `${places.contentSiteFiles}${shown.address}` } }
}

/** The site as all drafts would make it: `?page=` is the address of a page. */
export async function readSitePreview({ ctx, url: { searchParams } }: ConsoleRequest) {
	const preview = findPreview(ctx)
	return {
		/** A publication is running, and no preview begins before its end. */
		isHeld: isHeld(ctx),
		preview: preview && {
			begunAt: preview.begunAt,
			step: preview.step,
			problems: preview.problems,
			isCurrent: isOf(preview, await listNewest(ctx.db)),
			drafts: listDrafts(preview),
			choice: presentPages(preview, searchParams.get('page')),
		},
	}
}

export async function startSitePreview(work: Work) {
	beginPreview(work.ctx)
	return work.c.redirect(`${places.contentSite}?said=content-preview`, 303)
}

/** A page of the preview, or what a page loads. */
export async function showSitePreviewFile(work: Work) {
	const { c, ctx } = work
	keepHarmless(c)
	const preview = findPreview(ctx)
	const address = c.req.path.slice(places.contentSiteFiles.length)
	const found = preview?.step === 'ready' ? await readPreviewFile(ctx.site.preview.folder, address, places.contentSiteFiles) : null
	if (!found) return c.text('This page is not in the preview.', 404)
	return c.body(new Uint8Array(found.body), 200, { 'content-type': typeOf(found.file) })
}
