import { readLegacyEdits } from '#content/read-sources.server.ts'
import { fileAddress, consolePaths } from '#contracts/console-paths.ts'
import { nameIssue } from '#domain/newsletter/name-issue.ts'
import { listFiles } from '#server/console/content/files.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { readCurrent } from '#server/services/operations/releases/read-releases.ts'

export type MediaUse = { title: string; href: string; /** True if only a draft or scheduled text uses it. */ isDraft: boolean }

const IN_TEXT = /\/media\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\//g

type Text = MediaUse & { text: string }

async function listContentTexts({ db }: Pick<ServiceContext, 'db'>): Promise<Text[]> {
	const drafts = await db
		.selectFrom('content_versions')
		.distinctOn('path')
		.select(['path', 'body', 'published_at'])
		.orderBy('path')
		.orderBy('id', 'desc')
		.execute()
	const scheduled = await db.selectFrom('scheduled_releases').select('changes').where('ended_at', 'is', null).executeTakeFirst()
	const live = (await readCurrent(db))?.edits ?? {}
	const adopted = readLegacyEdits()
	return listFiles(Object.fromEntries(drafts.map(({ path, body }) => [path, body]))).flatMap(({ path, title, origin }) => {
		const draft = drafts.find((each) => each.path === path && each.published_at === null)
		const use = { title, href: fileAddress(path) }
		const later = (scheduled?.changes as Record<string, string | null> | undefined)?.[path]
		return [
			{ ...use, isDraft: false, text: live[path] ?? adopted.get(path) ?? origin },
			{ ...use, isDraft: true, text: draft?.body ?? '' },
			{ ...use, isDraft: true, text: later ?? '' },
		]
	})
}

const listLetterTexts = async ({ db }: Pick<ServiceContext, 'db'>): Promise<Text[]> =>
	(await db.selectFrom('newsletter_issues').select(['id', 'subject', 'body']).execute()).map(({ id, subject, body }) => ({
		title: nameIssue(subject),
		href: `${consolePaths.newsletter}/${id}`,
		isDraft: false,
		text: body,
	}))

export async function findUses(ctx: Pick<ServiceContext, 'db'>): Promise<ReadonlyMap<string, readonly MediaUse[]>> {
	const uses = new Map<string, MediaUse[]>()
	for (const { text, ...use } of [...(await listContentTexts(ctx)), ...(await listLetterTexts(ctx))])
		for (const id of new Set([...text.matchAll(IN_TEXT)].map(([, found = '']) => found))) {
			const known = uses.get(id) ?? []
			if (!known.some(({ href }) => href === use.href)) uses.set(id, [...known, use])
		}
	return uses
}
