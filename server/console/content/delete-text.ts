import { ARTICLE_FILE } from '#content/check-file.ts'
import { OWN_PAGE_FILE } from '#content/own-pages.ts'
import { readShipped } from '#content/read-sources.server.ts'
import { consolePaths } from '#contracts/console-paths.ts'
import { type ConsoleActionRequest, type ConsoleRequest, recordAction, type Fields } from '#server/console/shell/console-request.ts'
import { ServiceError } from '#server/kernel/errors.ts'

import { type ContentFile, fileTitle, requireFile } from './files.ts'
import { findBroken } from './find-broken.ts'
import { readMarkdownFile, writeMarkdownFile } from './markdown-file.ts'
import { planDrafts } from './plan-release.ts'
import { hasScheduledDraft, readNewestAndLive, saveDraft, versionText } from './versions.ts'

/** Returns the kind of a text that can be deleted; null for any other file. */
const kindOf = (path: string) => (OWN_PAGE_FILE.test(path) ? 'page' : ARTICLE_FILE.test(path) ? 'article' : null)

export const canDelete = (path: string): boolean => kindOf(path) !== null

type Change = { opened: { file: ContentFile; text: string; base: string }; text: string }

async function open({ ctx }: ConsoleRequest, path: string): Promise<Change['opened']> {
	const file = requireFile(path)
	const { newest } = await readNewestAndLive(ctx.db, path)
	return { file, text: versionText(newest, file), base: newest?.id ?? '' }
}

/** Lists the articles of the drafts that suggest this one as related. */
async function listSuggesting({ ctx }: ConsoleRequest, id: string) {
	const { edits } = await planDrafts(ctx)
	const texts = new Map<string, string | null>([...readShipped(), ...Object.entries(edits).filter(([, text]) => text !== null)])
	const articles = [...texts].flatMap(([path, text]) => {
		const [, own] = ARTICLE_FILE.exec(path) ?? []
		const related = own !== undefined && own !== id && text ? readMarkdownFile(path, text)?.value.related : null
		return Array.isArray(related) && related.includes(id) ? [{ path, id: own ?? '', related: related.map(String) }] : []
	})
	return { articles, isDeleted: (other: string) => edits[`articles/${other}.md`] === '' }
}

/** Replaces a deleted article, where others suggest it as related, with the newest public one that they don't suggest yet. */
async function replaceRelated(request: ConsoleRequest, id: string): Promise<Change[]> {
	const { articles, isDeleted } = await listSuggesting(request, id)
	return Promise.all(
		articles.map(async ({ path, id: own, related }) => {
			const opened = await open(request, path)
			const other = request.ctx.content.articles.find((each) => ![id, own, ...related].includes(each.id) && !isDeleted(each.id))
			const read = readMarkdownFile(path, opened.text)
			if (!other || !read) return { opened, text: opened.text }
			const replaced = related.map((each) => (each === id ? other.id : each))
			return { opened, text: writeMarkdownFile(opened.text, { value: { ...read.value, related: replaced }, body: read.body }) }
		}),
	)
}

/** Plans the deletion first, then the changes that follow from it. */
async function planDeletion(request: ConsoleRequest, path: string): Promise<Change[]> {
	const opened = await open(request, path)
	const [, article] = ARTICLE_FILE.exec(path) ?? []
	return [{ opened, text: '' }, ...(article === undefined ? [] : await replaceRelated(request, article))]
}

/** Reads the consequences of a deletion, for the question: `?delete=1` in the editor. Null if the file can't be deleted. */
export async function readDeletion(request: ConsoleRequest, path: string) {
	const kind = kindOf(path)
	if (kind === null || request.url.searchParams.get('delete') === null) return null
	const [deleted, ...others] = await planDeletion(request, path)
	if (!deleted || deleted.opened.text === '') return null
	const { file, text, base } = deleted.opened
	return {
		kind,
		title: fileTitle(file.path, text),
		base,
		suggesting: others.map(({ opened }) => fileTitle(opened.file.path, opened.text)),
		broken: await findBroken(request.ctx, { changes: [deleted, ...others] }),
		isScheduled: await hasScheduledDraft(request.ctx.db, path),
	}
}

const changed = () =>
	new ServiceError('conflict', 'content_changed', 'Another version was saved in the meantime. Reload this page to see it, then try again.')

/**
 * Deletes a page that an operator added, or an article, as a draft. Its versions stay in the history.
 * @throws ServiceError content_not_found (404) for any other file; content_scheduled, content_changed, content_referenced (409)
 */
export async function deleteText(request: ConsoleActionRequest, { path = '', base = '' }: Fields) {
	const { ctx, by } = request
	const kind = kindOf(path)
	if (kind === null) throw new ServiceError('not-found', 'content_not_found', 'Only articles, and pages that you added, can be deleted.')
	const changes = await planDeletion(request, path)
	for (const { opened } of changes)
		if (await hasScheduledDraft(ctx.db, opened.file.path))
			throw new ServiceError('conflict', 'content_scheduled', 'This draft is scheduled. Cancel the schedule on the Publish page first.')
	if (changes[0]?.opened.base !== base) throw changed()
	const [first] = await findBroken(ctx, { changes })
	if (first) throw new ServiceError('conflict', 'content_referenced', `It can’t be deleted yet. ${first.label}: ${first.message}`)
	const saved: string[] = []
	for (const { opened, text } of changes) {
		const outcome = await saveDraft(ctx, { file: opened.file, text, authorId: by.userId, becauseOf: path }, opened.base)
		if ('theirs' in outcome) throw changed()
		if (!outcome.saved) continue
		saved.push(outcome.saved.id)
		const action = opened.file.path === path ? 'content_deleted' : 'content_saved'
		await recordAction(request, ctx.db, {
			action,
			object: { kind: 'content', id: opened.file.path },
			before: { version: opened.base },
			after: { version: outcome.saved.id },
		})
	}
	const undo = new URLSearchParams({ notice: `${kind}-deleted`, changed: saved.join(','), did: 'delete' })
	return request.c.redirect(`${consolePaths.content}?${undo.toString().replaceAll('%2C', ',')}`, 303)
}
