import { html } from 'hono/html'

import { type Html, showPage } from '#server/console/shell/page.ts'
import { badge, form, table, when } from '#server/console/shell/pieces.ts'
import { places } from '#server/console/shell/places.ts'
import { action, page, upload, withOwnTransaction } from '#server/console/shell/route.ts'
import type { Work } from '#server/console/shell/work.ts'

import { LONGEST_FORM, saveFile, showFile } from './editor.ts'
import { type ContentFile, fileAddress, listFiles } from './files.ts'
import { restoreOrigin, restoreVersion, showHistory, showVersion } from './history.ts'
import { showDiff } from './line-diff.ts'
import { showPreview, showPreviewPage } from './preview.ts'
import { isAtWork, publish, readPublications, rollBack } from './publish.ts'
import { showSitePreview, showSitePreviewFile, startSitePreview } from './site-preview-pages.ts'
import { readUnusualAmounts } from './unusual-amounts.ts'
import { listNewest, readVersions, textOf } from './versions.ts'

const LONGEST_QUERY = 200

function describeStates(versions: Awaited<ReturnType<typeof listNewest>>) {
	const newest = new Map(versions.map((row) => [row.path, row]))
	return (file: ContentFile): (Html | string)[] => {
		const row = newest.get(file.path)
		if (!row) return []
		return [
			row.published_at === null ? badge('draft', 'warn') : row.is_edit ? badge('edited') : '',
			row.is_edit && row.origin !== file.origin ? badge('the origin changed since', 'warn') : '',
		]
	}
}

const beginArticle = html`<h2>A new article</h2>
	<form class="choices" method="get" action="${places.contentFile}">
		<div class="field">
			<label for="article">Its title, or its address on the site</label>
			<input id="article" name="article" maxlength="100" required />
		</div>
		<button>Begin</button>
	</form>`

/** Everything that can be edited, by groups; `?q=` looks for it by name, path or words in its text. */
async function showList(work: Work) {
	const q = (work.c.req.query('q') ?? '').trim().slice(0, LONGEST_QUERY)
	const versions = await listNewest(work.ctx.db)
	const states = describeStates(versions)
	const edited = versions.filter((row) => row.is_edit).map((row) => row.path)
	const isFound = (file: ContentFile) =>
		`${file.path}\n${file.title}\n${q.length > 2 ? file.origin : ''}`.toLowerCase().includes(q.toLowerCase())
	const groups = Map.groupBy(listFiles(edited).filter(isFound), ({ group }) => group)
	const content = html`<p>
			What you save here is a draft. It becomes public when you <a href="${places.contentPublish}">publish</a>; until then you see it in the
			<a href="${places.contentSite}">preview of the site</a>. The files that came with the site stay as they are.
		</p>
		<form class="choices" method="get" action="${places.content}">
			<div class="field">
				<label for="q">Find a file by its name or its words</label><input id="q" name="q" type="search" maxlength="200" value="${q}" />
			</div>
			<button>Find</button>
		</form>
		${groups.size === 0 ? html`<p class="empty">No file has that in its name or text.</p>` : ''}
		${[...groups].map(
			([group, files], index) =>
				html`<details ${q !== '' || index === 0 ? 'open' : ''}>
					<summary>${group} <small>${files.length}</small></summary>
					<ul class="files">
						${files.map((file) => html`<li><a href="${fileAddress(file.path)}">${file.title}</a> <small>${file.path}</small> ${states(file)}</li>`)}
					</ul>
				</details>`,
		)}`
	return showPage(work, { title: 'Content', content: html`${content} ${beginArticle}` })
}

const STEPS: Readonly<Record<string, string>> = {
	checking: 'Checking every file …',
	building: 'Building the pages …',
	switching: 'A fresh process takes over …',
	done: 'Published',
	failed: 'Not published',
}

/** Publishes; unusual amounts come first, and the button confirms them. */
async function publishForm(work: Work, again: boolean) {
	const { draft, amounts } = await readUnusualAmounts(work.ctx.db)
	if (amounts.length === 0)
		return form(work, {
			action: places.contentPublish,
			label: again ? 'Build and publish again' : 'Publish',
			tone: again ? 'quiet' : 'main',
		})
	return html`<div class="problem" role="alert">
			<p>
				Check ${amounts.length === 1 ? 'this amount' : 'these amounts'}: below $1, in another currency, or more than 50% away from the
				published amount.
			</p>
			<ul>
				${amounts.map((each) => html`<li>${each}</li>`)}
			</ul>
			<p><a href="${fileAddress('offers.json')}">Change it</a></p>
		</div>
		${form(work, {
			action: places.contentPublish,
			label: amounts.length === 1 ? 'Publish with this amount' : 'Publish with these amounts',
			hidden: { confirmed: draft },
			tone: 'danger',
		})}`
}

async function showPublish(work: Work) {
	const { ctx } = work
	const publications = await readPublications(ctx)
	const [last] = publications
	const isBusy = last !== undefined && isAtWork(ctx, last)
	if (isBusy) work.c.header('Refresh', '2')
	const drafts = (await listNewest(ctx.db)).filter(({ published_at: at }) => at === null)
	const drafted = new Set(drafts.map(({ path }) => path))
	const files = listFiles([...drafted]).filter(({ path }) => drafted.has(path))
	const changes = await Promise.all(
		files.map(async (file) => {
			const { newest, live } = await readVersions(ctx.db, file.path)
			return html`<h3><a href="${fileAddress(file.path)}">${file.title}</a> <small>${file.path}</small></h3>
				${showDiff(textOf(live, file), textOf(newest, file), `Changes of ${file.title}`)}`
		}),
	)
	const again = files.length === 0
	const content = html`${isBusy ? html`<p class="notice" role="status">${STEPS[last.step]} This page asks again by itself.</p>` : ''}
		${
			!isBusy && last?.step === 'failed'
				? html`<div class="problem" role="alert">
						<p>The last time could not be published. The site is as it was before, except lessons that were published alone.</p>
						<ul>
							${last.problems.map((line) => html`<li><code>${line}</code></li>`)}
						</ul>
					</div>`
				: ''
		}
		<p>
			Everything is checked first; a fault keeps the site as it is. Lessons are public after the check, pages and prices once they are
			built, which each save begins in the background. Nobody who reads or pays meanwhile is interrupted.
			<a href="${places.contentSite}">Preview the site with all drafts</a>
		</p>
		${isBusy ? '' : await publishForm(work, again)}
		<h2>What waits</h2>
		${again ? html`<p class="empty">There is no draft.</p>` : changes}
		<h2>What was published</h2>
		${table({
			caption: 'Publications',
			head: ['Begun', 'State', 'Ended'],
			rows: publications.map((each) => [
				when(each.started_at),
				each.ended_at === null && !isAtWork(ctx, each)
					? badge('the server was stopped meanwhile', 'bad')
					: badge(STEPS[each.step] ?? '', each.step === 'failed' ? 'bad' : 'calm'),
				when(each.ended_at),
			]),
			empty: 'Nothing was published yet.',
		})}`
	return showPage(work, { title: 'Publish', content })
}

async function startPublishing(work: Work, { confirmed = '', release = '' }: Readonly<Record<string, string>>) {
	const hasBegun = await (release === '' ? publish(work, confirmed) : rollBack(work, release))
	return work.c.redirect(`${places.contentPublish}?said=${hasBegun ? 'content-publishing' : 'content-busy'}`, 303)
}

/** Texts, prices and brand, edited here and published without a restart. */
export const contentRoutes = [
	page(places.content, 'operator', showList),
	page(places.contentFile, 'operator', showFile),
	upload(places.contentFile, LONGEST_FORM, saveFile),
	page(places.contentHistory, 'operator', showHistory),
	page(`${places.contentVersions}/:version`, 'operator', showVersion),
	action(`${places.contentVersions}/:version`, 'operator', restoreVersion),
	action(places.contentOrigin, 'operator', restoreOrigin),
	page(places.contentPreview, 'operator', showPreview),
	page(places.contentPreviewPage, 'operator', showPreviewPage),
	page(places.contentSite, 'operator', showSitePreview),
	withOwnTransaction(action(places.contentSite, 'operator', startSitePreview)),
	page(`${places.contentSiteFiles}/*`, 'operator', showSitePreviewFile),
	page(places.contentPublish, 'operator', showPublish),
	withOwnTransaction(action(places.contentPublish, 'operator', startPublishing)),
]
