import { html, raw } from 'hono/html'

import { type Html, showPage } from '#server/console/shell/page.ts'
import { form, when } from '#server/console/shell/pieces.ts'
import { places } from '#server/console/shell/places.ts'
import type { Work } from '#server/console/shell/work.ts'
import { typeOf } from '#server/http/static/load-build.ts'

import { fileAddress, listFiles } from './files.ts'
import { framesOf, keepHarmless } from './frames.ts'
import { type PreviewPage, readPreviewFile } from './preview-files.ts'
import { beginPreview, findPreview, isHeld, isOf, type SitePreview } from './site-preview.ts'
import { listNewest } from './versions.ts'

const WORKING: Partial<Record<SitePreview['step'], string>> = { checking: 'Checking every file …', building: 'Building the pages …' }

function listDrafts({ drafts }: SitePreview): Html {
	const files = listFiles(drafts).filter(({ path }) => drafts.includes(path))
	if (files.length === 0) return html`<p>No draft is in it: the pages are as they are public.</p>`
	return html`<details>
		<summary>The drafts in it <small>${files.length}</small></summary>
		<ul class="files">
			${files.map((file) => html`<li><a href="${fileAddress(file.path)}">${file.title}</a> <small>${file.path}</small></li>`)}
		</ul>
	</details>`
}

function choosePage(pages: readonly PreviewPage[], chosen: PreviewPage): Html {
	const group = (label: string, isChanged: boolean) => {
		const own = pages.filter((page) => page.isChanged === isChanged)
		// A title comes as the page has it, escaped.
		const option = ({ address, title }: PreviewPage) =>
			html`<option value="${address}" ${address === chosen.address ? 'selected' : ''}>${address} · ${raw(title)}</option>`
		return own.length === 0 ? '' : html`<optgroup label="${label}">${own.map(option)}</optgroup>`
	}
	return html`<form class="choices" method="get" action="${places.contentSite}">
		<div class="field">
			<label for="page">Page</label>
			<select id="page" name="page">
				${group('Changed by the drafts', true)} ${group('As they are public', false)}
			</select>
		</div>
		<button>Show</button>
	</form>`
}

function showPages({ pages }: SitePreview, asked: string | undefined): Html | string {
	const chosen = pages.find(({ address }) => address === asked) ?? pages[0]
	if (!chosen) return ''
	return html`${choosePage(pages, chosen)} ${chosen.isChanged ? '' : html`<p>This page looks as it does in public.</p>`}
	${framesOf(chosen.address, `${places.contentSiteFiles}${chosen.address}`)}`
}

function presentFailure({ problems }: SitePreview): Html {
	return html`<div class="problem" role="alert">
		<p>The pages could not be built. Nothing public has changed.</p>
		<ul>
			${problems.map((line) => html`<li><code>${line}</code></li>`)}
		</ul>
	</div>`
}

/** The site as all drafts would make it: `?page=` is the address of a page. */
export async function showSitePreview(work: Work) {
	const preview = findPreview(work.ctx)
	const working = preview && WORKING[preview.step]
	const isWaiting = isHeld(work.ctx)
	if (isWaiting || (working !== undefined && working !== null)) work.c.header('Refresh', '2')
	const isCurrent = preview !== null && isOf(preview, await listNewest(work.ctx.db))
	const state =
		preview === null
			? html`<p class="empty">
					There is no preview now. One is built when a draft is saved, and kept for an hour or until it is published.
				</p>`
			: working
				? html`<p class="notice" role="status">${working} This page asks again by itself.</p>`
				: html`${preview.step === 'failed' ? presentFailure(preview) : ''}
						${isCurrent ? '' : html`<p class="notice" role="status">Something was saved since. Build it again to see that, too.</p>`}
						<p>As of ${when(preview.begunAt)}.</p>
						${listDrafts(preview)}`
	const content = html`<p>
			The pages with all drafts in them, before they are public. Nobody sees them outside the console. No script runs in them, and no form
			is sent. <a href="${places.contentPublish}">See what is waiting, and publish it</a>
		</p>
		${isWaiting ? html`<p class="notice" role="status">A publication is at work, and no preview begins before its end.</p>` : ''} ${state}
		${working || isWaiting ? '' : form(work, { action: places.contentSite, label: preview ? 'Build again' : 'Preview the site with all drafts', tone: isCurrent ? 'quiet' : 'main' })}
		${preview?.step === 'ready' ? showPages(preview, work.c.req.query('page')) : ''}`
	return showPage(work, { title: 'Preview of the site', content, hasFrames: true })
}

export async function startSitePreview(work: Work) {
	beginPreview(work.ctx)
	return work.c.redirect(`${places.contentSite}?said=content-preview`, 303)
}

/** One of its pages, or what a page loads. */
export async function showSitePreviewFile(work: Work) {
	const { c, ctx } = work
	keepHarmless(c)
	const preview = findPreview(ctx)
	const address = c.req.path.slice(places.contentSiteFiles.length)
	const found = preview?.step === 'ready' ? await readPreviewFile(ctx.site.preview.folder, address, places.contentSiteFiles) : null
	if (!found) return c.text('This page is not in the preview.', 404)
	return c.body(new Uint8Array(found.body), 200, { 'content-type': typeOf(found.file) })
}
