import type { z } from 'zod'

import { isJson } from '#content/check-file.ts'
import { prepareHeadingFont } from '#content/heading-font-face.ts'
import { parseBlocks } from '#content/parse-blocks.ts'
import { renderArticle } from '#content/render-article.server.ts'
import { htmlElement, type HtmlNode } from '#content/render-figure/html-tree.ts'
import { markdownTree, renderChecklistText, stringifyTree } from '#content/render-markdown.server.ts'
import { BrandSchema, HEADING_FONT_FILE, HeadingFontSchema } from '#content/schema/brand.ts'
import { consolePaths } from '#contracts/console-paths.ts'
import { isSampleText } from '#domain/reading/sample-text.ts'
import type { ConsoleActionRequest } from '#server/console/shell/console-request.ts'
import { type PreviewBody, toPreviewBody } from '#server/console/shell/preview-body.ts'
import { brandStyle } from '#server/http/react/assets.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { buildDraftContent, explainFailure, pickBrandDrafts } from './draft-content.ts'
import { listValues, type PlaceholderValue } from './list-values.ts'
import { readMarkdownFile } from './markdown-file.ts'
import { PREVIEW_PAGES } from './page-addresses.ts'
import { planDrafts } from './plan-release.ts'
import { isObject, type Json, type JsonObject } from './read-form.ts'
import { renderFrame } from './read-site-preview.ts'
import type { PublishProblem } from './require-publishable.ts'
import { readEditing } from './save-file.ts'
import { readNewestAndLive } from './versions.ts'

export type LivePreviewData = { title: string; html: string; /** Style sheet of a draft of the brand. */ brand?: string }

const FENCE = /^```(figure|recall|exercise|video)\n[\s\S]*?\n```$/gm

/** Replaces blocks that can't be rendered with a warning, so the rest of the text can be. */
const withoutFaulty = (body: string): string =>
	body.replaceAll(FENCE, (fence, kind: string) =>
		parseBlocks(fence).ok ? fence : `> [!warning]\n> This ${kind} has an error, so it can’t be shown yet.`,
	)

const textOf = (value: Json) => (typeof value === 'string' ? value : '')
const listOf = (value: Json): readonly Json[] => (Array.isArray(value) ? value : [])
const objectsOf = (value: Json): readonly JsonObject[] => listOf(value).filter(isObject)
const items = (value: Json) => listOf(value).map((each) => htmlElement('li', {}, textOf(each)))
const paragraph = (value: Json) => htmlElement('p', {}, textOf(value))

/** Renders the parts that follow a lesson's text, in the order of the lesson page's tabs. `data-part` names the editor's tab. */
function drawParts({ steps, examples, task, quiz }: JsonObject): HtmlNode[] {
	const part = (tab: string, title: string, nodes: readonly HtmlNode[]) =>
		nodes.length === 0 ? [] : [htmlElement('h2', { dataPart: tab }, title), ...nodes]
	return [
		...part('steps', 'Steps', listOf(steps).length === 0 ? [] : [htmlElement('ol', {}, ...items(steps))]),
		...part(
			'examples',
			'Examples',
			objectsOf(examples).flatMap(({ title, description }) => [htmlElement('h3', {}, textOf(title)), paragraph(description)]),
		),
		...(isObject(task)
			? part('task', 'Task', [htmlElement('h3', {}, textOf(task.title)), paragraph(task.description), paragraph(task.deliverable)])
			: []),
		...part(
			'check',
			'Knowledge check',
			objectsOf(quiz).flatMap(({ question, options }) => [
				htmlElement('h3', {}, textOf(question)),
				htmlElement('ul', {}, ...items(options)),
			]),
		),
	]
}

function drawLesson(value: JsonObject, body: string): string {
	const tree = markdownTree('')
	const root: HtmlNode = tree
	root.children = drawParts(value)
	return renderChecklistText(withoutFaulty(body), 2).html + stringifyTree(tree)
}

/** Replaces placeholders with their current values; those that depend on the page stay. */
const fillValues = (text: string, values: readonly PlaceholderValue[]): string =>
	values.reduce((filled, { name, value }) => (value === null ? filled : filled.replaceAll(`{${name}}`, () => value)), text)

async function renderLivePage({ c, ctx }: ConsoleActionRequest, { file, text, address }: { file: string; text: string; address: string }) {
	const plan = await planDrafts(ctx)
	const { live } = plan
	const edits = { ...live, ...pickBrandDrafts(plan), [file]: text }
	const refuse = ([first]: readonly PublishProblem[]) => c.json({ problem: `${first?.label}: ${first?.message}` } satisfies PreviewBody)
	const { content, problems } = buildDraftContent(ctx, edits)
	if (!content) return refuse(problems)
	try {
		return c.json(toPreviewBody((await renderFrame(ctx, { content, edits, address, drafts: { file }, mode: 'edit' })) ?? ''))
	} catch (error) {
		return refuse(await explainFailure(ctx, { edits, live }, error))
	}
}

/** Reads a draft; undefined without a valid one. */
async function readDrafted<T>({ db }: ServiceContext, file: string, schema: z.ZodType<T>): Promise<T | undefined> {
	const { newest } = await readNewestAndLive(db, file)
	if (newest === null || newest.published_at !== null || newest.body === null || !isJson(newest.body)) return undefined
	return schema.safeParse(JSON.parse(newest.body)).data
}

/** Returns the colors and fonts of drafts of the brand as a style sheet; undefined without a draft. */
async function readDraftedBrand(ctx: ServiceContext): Promise<string | undefined> {
	const brand = await readDrafted(ctx, 'brand.json', BrandSchema)
	const font = await readDrafted(ctx, HEADING_FONT_FILE, HeadingFontSchema)
	if (!brand && !font) return undefined
	const { text } = brandStyle({
		brand: brand ?? ctx.content.brand,
		headingFace: font ? () => prepareHeadingFont(font) : ctx.content.headingFace,
	})
	// The site doesn't have a font that isn't published yet, but its preview does.
	return text.replace('url(/assets/heading-', `url(${consolePaths.contentSiteFiles}/assets/heading-`)
}

export async function renderLivePreview(request: ConsoleActionRequest, typed: Readonly<Record<string, string>>) {
	const { file, text } = await readEditing(request, typed)
	const address = PREVIEW_PAGES[file.path]
	if (address !== undefined) return renderLivePage(request, { file: file.path, text, address })
	const found = readMarkdownFile(file.path, request.ctx.content.fillFile(file.path, text))
	if (!found) return request.c.json({ title: file.title, html: '' } satisfies LivePreviewData)
	const { value } = found
	const values = listValues(request.ctx.content, file.path)
	const body = isSampleText(found.body) ? '' : fillValues(found.body, values)
	// Uses the same rendering and sanitizing as the site.
	const html = /^(?:course|tracks)\//.test(file.path) ? drawLesson(value, body) : renderArticle(body).bodyHtml
	const brand = await readDraftedBrand(request.ctx)
	return request.c.json({ title: fillValues(textOf(value.title), values), html, ...(brand && { brand }) } satisfies LivePreviewData)
}
