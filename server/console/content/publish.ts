import { places } from '#server/console/shell/places.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import type { Work } from '#server/console/shell/work.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { publishRelease } from '#server/services/operations/releases/publish-release.ts'

import { addVersions, type DraftPlan, nameShown, type Plan, planRollBack, planUnscheduled } from './plan-release.ts'
import { requirePublishable } from './require-publishable.ts'

type Fields = Readonly<Record<string, string>>

/** Serves the new release. The page of Publish says so while this process cannot. */
export const takeRelease = ({ published, log }: ServiceContext): Promise<void> =>
	published.take().catch((error: unknown) => log.error('a release is published, but this process cannot serve it yet', { error }))

/** @throws ServiceError content_unchanged (409) without drafts */
export function requireDrafts(plan: DraftPlan): DraftPlan {
	if (plan.drafts.length === 0) throw new ServiceError('conflict', 'content_unchanged', 'There are no drafts to publish.')
	return plan
}

/**
 * Refuses a form whose page showed something else than what would be published now.
 * @param shown of `nameShown`, as the page had it; undefined for a program that has no page
 * @throws ServiceError release_outdated (409)
 */
export function requireAsShown(plan: Plan, shown: string | undefined): void {
	if (shown === undefined || shown === nameShown(plan)) return
	throw new ServiceError(
		'conflict',
		'release_outdated',
		'Drafts or releases changed after this page was opened. Look at them, then try again.',
	)
}

/** @param release number of an older one, as the form has it; '' for all drafts that are not scheduled */
const choosePlan = async (ctx: ServiceContext, release: string): Promise<Plan> =>
	release === '' ? requireDrafts(await planUnscheduled(ctx)) : planRollBack(ctx, /^\d{1,9}$/.test(release) ? Number(release) : 0)

/**
 * Makes all drafts that are not scheduled public, or an older release again, as a new release.
 * @throws FormRefused content_faulty, amounts_unconfirmed (422); ServiceError release_outdated, content_unchanged (409)
 */
export async function publish(work: Work, { confirmed = '', release = '', shown }: Fields) {
	const { ctx, by } = work
	const plan = await choosePlan(ctx, release)
	requireAsShown(plan, shown)
	await requirePublishable(ctx, plan, confirmed)
	const versions = plan.drafts ?? (await addVersions(ctx.db, plan, { authorId: by.userId, at: ctx.now() }))
	const number = await publishRelease(ctx, { ...plan, versions, authorId: by.userId })
	const object = { kind: 'content', id: `release ${number}` } as const
	await recordAction(work, ctx.db, { action: 'content_published', object, after: { files: plan.files, release: number } })
	work.afterCommit(() => takeRelease(work.outside))
	return work.c.redirect(`${places.contentPublish}?said=content-published`, 303)
}
