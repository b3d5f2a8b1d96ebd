import { places } from '#server/console/shell/places.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import type { Work } from '#server/console/shell/work.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { publishRelease } from '#server/services/operations/releases/publish-release.ts'

import { addVersions, type Plan, planDrafts, planRollBack } from './plan-release.ts'
import { requirePublishable } from './require-publishable.ts'

type Fields = Readonly<Record<string, string>>

/** Serves the new release. The page of Publish says so while this process cannot. */
export const takeRelease = ({ published, log }: ServiceContext): Promise<void> =>
	published.take().catch((error: unknown) => log.error('a release is published, but this process cannot serve it yet', { error }))

/** @throws ServiceError content_unchanged (409) without drafts */
export async function planAllDrafts(ctx: ServiceContext) {
	const plan = await planDrafts(ctx)
	if (plan.drafts.length === 0) throw new ServiceError('conflict', 'content_unchanged', 'There are no drafts to publish.')
	return plan
}

/** @param release number of an older one, as the form has it; '' for all drafts */
const choosePlan = (ctx: ServiceContext, release: string): Promise<Plan> =>
	release === '' ? planAllDrafts(ctx) : planRollBack(ctx, /^\d{1,9}$/.test(release) ? Number(release) : 0)

/**
 * Makes all drafts public, or an older release again, as a new release.
 * @throws FormRefused content_faulty, amounts_unconfirmed (422); ServiceError release_outdated, content_unchanged (409)
 */
export async function publish(work: Work, { confirmed = '', release = '' }: Fields) {
	const { ctx, by } = work
	const plan = await choosePlan(ctx, release)
	await requirePublishable(ctx, plan, confirmed)
	const versions = plan.drafts ?? (await addVersions(ctx.db, plan, { authorId: by.userId, at: ctx.now() }))
	const number = await publishRelease(ctx, { ...plan, versions, authorId: by.userId })
	const object = { kind: 'content', id: `release ${number}` } as const
	await recordAction(work, ctx.db, { action: 'content_published', object, after: { files: plan.files, release: number } })
	work.afterCommit(() => takeRelease(work.outside))
	return work.c.redirect(`${places.contentPublish}?said=content-published`, 303)
}
