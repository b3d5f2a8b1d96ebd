import { html, raw } from 'hono/html'

import { checkFile, parseAnyLesson } from '#content/check-file.ts'
import type { Content } from '#content/load-content.server.ts'
import { parseArticle } from '#content/parse-article.ts'
import { renderArticle } from '#content/render-article.server.ts'
import { renderLegal } from '#content/render-legal.server.ts'
import { renderChecklistText } from '#content/render-markdown.server.ts'
import { LEGAL_IDS, type LegalPage } from '#content/schema/legal.ts'
import type { Html } from '#server/console/shell/page.ts'
import type { ConsoleRequest, Work } from '#server/console/shell/work.ts'
import { ServiceError } from '#server/kernel/errors.ts'

import { requireFile } from './files.ts'
import { keepHarmless } from './frames.ts'
import { readVersions, textOf } from './versions.ts'

type Long = Pick<LegalPage, 'bodyHtml' | 'contents'>

const withContents = (head: Html, { bodyHtml, contents }: Long): Html =>
	html`<article class="page pt-8 pb-14 lg:pt-12">
		<header class="grid gap-5 border-b-2 border-ink pb-8">${head}</header>
		<div class="article-body">
			<nav class="article-contents" aria-label="Contents">
				<ol>
					${contents.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}
				</ol>
			</nav>
			<div class="prose">${raw(bodyHtml)}</div>
		</div>
	</article>`

/** What the page of a lesson, an article or a legal text says, by the site's own renderers; null for any other file. */
function draw(content: Content, file: string, text: string): Html | null {
	const lesson = parseAnyLesson(file, content.fillPromises(text))
	if (lesson?.ok) {
		const { title, duration, difficulty, body } = lesson.lesson
		return html`<article class="page py-10">
			<h2 class="mb-6">${title}</h2>
			<p class="mb-6">${duration} · ${difficulty}</p>
			<div class="prose">${raw(renderChecklistText(body, 3).html)}</div>
		</article>`
	}
	const [, folder, name = ''] = /^(articles|legal)\/([a-z0-9-]+)\.md$/.exec(file) ?? []
	if (folder === 'articles') {
		const parsed = parseArticle(content.fillPromises(text), name)
		if (!parsed.ok) return null
		const { category, title, excerpt, author, readTime, body } = parsed.article
		const head = html`<p class="font-semibold text-accent-ink">${category}</p>
			<h1>${title}</h1>
			<p class="text-lg">${excerpt}</p>
			<p class="text-soft">${author} · ${readTime}</p>`
		return withContents(head, renderArticle(body))
	}
	const id = LEGAL_IDS.find((each) => folder === 'legal' && each === name)
	if (!id) return null
	const page = renderLegal(id, text, content.legalNames)
	return withContents(
		html`<h1>${page.title}</h1>
			<p class="max-w-read text-lg">${page.summary}</p>`,
		page,
	)
}

function tryToDraw(content: Content, file: string, text: string): Html | null {
	try {
		return draw(content, file, text)
	} catch (error) {
		// Such as a name in braces that a legal text does not know.
		throw new ServiceError('unprocessable', 'content_faulty', error instanceof Error ? error.message : 'The draft cannot be shown.')
	}
}

async function drawPreview({ ctx: { db, content }, url: { searchParams } }: ConsoleRequest) {
	const file = requireFile(searchParams.get('path') ?? undefined)
	const { newest } = await readVersions(db, file.path)
	const text = textOf(newest, file)
	if (checkFile(file.path, content.fillFile(file.path, text)).length > 0)
		throw new ServiceError('unprocessable', 'content_faulty', 'The draft has errors, listed in the editor. Fix them first.')
	const body = tryToDraw(content, file.path, text)
	if (!body)
		throw new ServiceError(
			'not-found',
			'content_not_found',
			'This file has no page to itself. The preview of the site shows it on its pages.',
		)
	return { file, body }
}

/** The newest text of a page, saved and perhaps not published: `?path=`. */
export async function readPreview(work: ConsoleRequest) {
	const { file } = await drawPreview(work)
	return { title: file.title, path: file.path }
}

/** The page alone, for a frame of the console. */
export async function showPreviewPage(work: Work) {
	const { file, body } = await drawPreview(work)
	keepHarmless(work.c)
	return work.c.html(
		html`<!doctype html>
			<html lang="en">
				<head>
					<meta charset="utf-8" />
					<meta name="viewport" content="width=device-width, initial-scale=1" />
					<title>${file.title}</title>
					${raw(work.ctx.site.styles())}
				</head>
				<body>
					<main>${body}</main>
				</body>
			</html>`,
	)
}
