import { ARTICLE_FILE } from '#content/check-file.ts'
import { OWN_PAGE_FILE } from '#content/own-pages.ts'
import { consolePaths } from '#contracts/console-paths.ts'
import { paths } from '#contracts/paths.ts'
import { type ConsoleActionRequest, type ConsoleRequest, recordAction, type Fields } from '#server/console/shell/console-request.ts'
import { ServiceError } from '#server/kernel/errors.ts'

import { fileTitle, listShippedPaths } from './files.ts'
import { findBroken } from './find-broken.ts'
import { readLinkTargets } from './hidden-links.ts'
import { findLinksTo, planDeletion, readNewestTexts } from './plan-deletion.ts'
import { hasScheduledDraft, readNewestAndLive, saveDraft, type Version } from './versions.ts'

/** Returns the kind of a text that can be deleted; null for any other file. */
const kindOf = (path: string) => (OWN_PAGE_FILE.test(path) ? 'page' : ARTICLE_FILE.test(path) ? 'article' : null)

export const canDelete = (path: string): boolean => kindOf(path) !== null

/** Lists the pages that a deleted text's address and the links to it can lead to instead. For an article, the blog comes first. */
async function listReplacements({ ctx }: ConsoleRequest, path: string): Promise<[address: string, title: string][]> {
	const own = ctx.content.ownPages.find(({ file }) => file === path)?.address
	const texts = await readNewestTexts({ ctx })
	const articles = ctx.content.articles
		.filter(({ id }) => path !== `articles/${id}.md` && texts.has(`articles/${id}.md`))
		.map(({ id, title }): [string, string] => [paths.article(id), title])
	const pages = [...(await readLinkTargets(ctx)), ...articles].filter(([address]) => address !== own)
	const isBlog = ([address]: readonly [string, string]) => address === paths.blog
	return kindOf(path) === 'article' ? [...pages.filter(isBlog), ...pages.filter((page) => !isBlog(page))] : pages
}

const countLinksTo = async (request: ConsoleRequest, path: string): Promise<number> =>
	findLinksTo(await readNewestTexts(request), path).reduce((sum, { links }) => sum + links, 0)

const isPublicText = (live: Version | null, path: string) => (live?.body == null ? listShippedPaths().includes(path) : live.body !== '')

/** Reads the consequences of a deletion, for the confirmation (`?delete=1` in the editor). Null if the file can't be deleted. */
export async function readDeletion(request: ConsoleRequest, path: string) {
	const kind = kindOf(path)
	if (kind === null || request.url.searchParams.get('delete') === null) return null
	const targets = await listReplacements(request, path)
	const [deleted, ...others] = await planDeletion(request, { path, to: targets[0]?.[0] ?? '', redirects: false })
	if (deleted.opened.text === '') return null
	const { file, text, base } = deleted.opened
	const linking = new Set(findLinksTo(await readNewestTexts(request), path).map((each) => each.path))
	return {
		kind,
		title: fileTitle(file.path, text),
		base,
		/** Texts that list the article and will list another one instead. */
		suggesting: others.filter(({ opened }) => !linking.has(opened.file.path)).map(({ opened }) => fileTitle(opened.file.path, opened.text)),
		links: await countLinksTo(request, path),
		targets,
		isPublic: isPublicText((await readNewestAndLive(request.ctx.db, path)).live, path),
		broken: await findBroken(request.ctx, { changes: [deleted, ...others] }),
		isScheduled: await hasScheduledDraft(request.ctx.db, path),
	}
}

const changed = () =>
	new ServiceError('conflict', 'content_changed', 'Another version was saved in the meantime. Reload this page to see it, then try again.')

/** @throws ServiceError link_target_missing (422) if there are links but no valid page for them to lead to */
async function readTarget(request: ConsoleActionRequest, path: string, to: string): Promise<string> {
	if (to === '' && (await countLinksTo(request, path)) === 0) return ''
	if ((await listReplacements(request, path)).some(([address]) => address === to)) return to
	const message = 'Choose a page for the links.'
	throw new ServiceError('unprocessable', 'link_target_missing', message, { fields: { to: message } })
}

/**
 * Deletes a page that an operator added, or an article, as a draft. Its versions stay in the history. Links to it then lead to the page
 * `to`; with `redirect`, its address does, too.
 * @throws ServiceError content_not_found (404) for any other file; link_target_missing (422); content_scheduled, content_changed,
 * content_referenced (409)
 */
export async function deleteText(request: ConsoleActionRequest, { path = '', base = '', to = '', redirect }: Fields) {
	const { ctx, by } = request
	const kind = kindOf(path)
	if (kind === null) throw new ServiceError('not-found', 'content_not_found', 'Only articles, and pages that you added, can be deleted.')
	const target = await readTarget(request, path, to)
	const changes = await planDeletion(request, { path, to: target, redirects: redirect !== undefined })
	for (const { opened } of changes)
		if (await hasScheduledDraft(ctx.db, opened.file.path))
			throw new ServiceError('conflict', 'content_scheduled', 'This draft is scheduled. Cancel the schedule on the Publish page first.')
	if (changes[0].opened.base !== base) throw changed()
	const isPublic = isPublicText((await readNewestAndLive(ctx.db, path)).live, path)
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
	const undo = new URLSearchParams({ notice: `${isPublic ? '' : 'draft-'}${kind}-deleted`, changed: saved.join(','), did: 'delete' })
	return request.c.redirect(`${consolePaths.content}?${undo.toString().replaceAll('%2C', ',')}`, 303)
}
