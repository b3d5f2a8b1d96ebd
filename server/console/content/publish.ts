import { consolePaths } from '#contracts/console-paths.ts'
import { type ConsoleActionRequest, FormRefused, recordAction, type Fields } from '#server/console/shell/console-request.ts'
import { requireStepUp } from '#server/console/shell/guard.ts'
import type { Action } from '#server/console/shell/route.ts'
import { parseDatetimeInput } from '#server/console/shell/zoned-time.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { publishRelease } from '#server/services/operations/releases/publish-release.ts'
import { cancelSchedule, readScheduledVersions, scheduleRelease } from '#server/services/operations/releases/schedule-release.ts'

import { findDeletedMedia } from './find-deleted-media.ts'
import { needsStepUp } from './needs-step-up.ts'
import { addVersions, type DraftPlan, identifyPlan, type Plan, planDrafts, planRollBack, planUnscheduled } from './plan-release.ts'
import { type PublishConfirmation, type PublishRefusal, findProblems, readConfirmed, requirePublishable } from './require-publishable.ts'
import { findLeftOutLessons } from './unwritten-lessons.ts'

/** Makes this process serve the newest release. A failure is only logged; the Publish page shows which release is served. */
export const serveNewestRelease = ({ published, log }: ServiceContext): Promise<void> =>
	published.loadNewest().catch((error: unknown) => log.error('release published, but this process cannot serve it yet', { error }))

/** @throws ServiceError content_unchanged (409) */
export function requireDrafts(plan: DraftPlan): DraftPlan {
	if (plan.drafts.length === 0) throw new ServiceError('conflict', 'content_unchanged', 'There are no drafts to publish.')
	return plan
}

/**
 * Refuses a form if its page showed a different plan than would be published now.
 * @param shown from `identifyPlan`, as submitted by the page; undefined for API clients
 * @throws ServiceError release_outdated (409)
 */
export function requireUnchangedPlan(plan: Plan, shown: string | undefined): void {
	if (shown === undefined || shown === identifyPlan(plan)) return
	throw new ServiceError(
		'conflict',
		'release_outdated',
		'Drafts or releases changed after you opened this page. Review them, then try again.',
	)
}

/**
 * Lists the IDs of the drafts that the form leaves out: with `choose`, those without a field `draft-<id>`.
 * @throws ServiceError none_chosen (422)
 */
export function listUnselectedDrafts({ drafts }: DraftPlan, fields: Fields, kept: readonly string[] = []): string[] {
	if (fields.choose === undefined) return []
	const others = drafts.filter((id) => fields[`draft-${id}`] === undefined && !kept.includes(id))
	if (others.length === drafts.length) throw new ServiceError('unprocessable', 'none_chosen', 'Select at least one draft to publish.')
	return others
}

/**
 * Plans a release of all unscheduled drafts, or of those selected in the form.
 * @throws ServiceError release_outdated, content_unchanged (409), none_chosen (422)
 */
async function planFromForm(ctx: ServiceContext, fields: Fields): Promise<{ plan: DraftPlan; all: DraftPlan }> {
	const all = requireDrafts(await planUnscheduled(ctx))
	requireUnchangedPlan(all, fields.shown)
	const others = listUnselectedDrafts(all, fields)
	return { plan: others.length === 0 ? all : await planUnscheduled(ctx, others), all }
}

const refuseIncomplete = (shown: unknown) => {
	const message = 'Nothing was published. The selected drafts depend on others: select those too, or fix these errors.'
	return new FormRefused(shown, 'unprocessable', 'drafts_incomplete', message)
}

/**
 * @throws FormRefused as `requirePublishable`; drafts_incomplete (422) if the selected drafts are invalid only without the others, or have
 * a lesson whose text isn't selected
 */
export async function throwIfInvalid(
	ctx: ServiceContext,
	{ plan, all }: { plan: Plan; all: Plan },
	confirmed: PublishConfirmation,
): Promise<void> {
	const problems = plan.drafts === null ? [] : await findLeftOutLessons(ctx, plan)
	if (problems.length > 0) throw refuseIncomplete({ problems, amounts: [] } satisfies PublishRefusal)
	try {
		await requirePublishable(ctx, plan, confirmed)
	} catch (error) {
		const isIncomplete = error instanceof FormRefused && error.code === 'content_faulty' && plan !== all
		// If a selected draft uses deleted media, publishing more drafts wouldn't help.
		const isSelfInvalid = isIncomplete && ((await findProblems(ctx, all)).length > 0 || (await findDeletedMedia(ctx, plan)).length > 0)
		if (!isIncomplete || isSelfInvalid) throw error
		throw refuseIncomplete(error.shown)
	}
}

async function choosePlan(ctx: ServiceContext, fields: Fields): Promise<{ plan: Plan; all: Plan }> {
	const { release = '' } = fields
	if (release === '') return planFromForm(ctx, fields)
	const plan = await planRollBack(ctx, /^\d{1,9}$/.test(release) ? Number(release) : 0)
	requireUnchangedPlan(plan, fields.shown)
	return { plan, all: plan }
}

type Chosen = { plan: Plan; all: Plan; check?: () => unknown }

/**
 * Checks the second-factor code before the transaction, so that a wrong code counts even though the action is rolled back. The action
 * refuses drafts that were saved since. The error also lists the other faults of the form and the drafts.
 * @param all drafts to choose from
 * @throws ServiceError mfa_verification_failed (422), over_request_rate_limit (429)
 */
async function checkStepUp(request: ConsoleActionRequest, fields: Fields, { plan, all, check }: Chosen): Promise<Fields> {
	if (needsStepUp(plan) && !request.by.isProven)
		await requireStepUp(request, fields, [() => check?.(), () => throwIfInvalid(request.ctx, { plan, all }, readConfirmed(fields))])
	return { ...fields, shown: identifyPlan(all) }
}

export async function preparePublication(request: ConsoleActionRequest, fields: Fields): Promise<Action> {
	const checked = await checkStepUp(request, fields, await choosePlan(request.ctx, fields))
	return (inside) => publish(inside, checked)
}

/**
 * @param fields `release` is the number of an older release to publish again; with `choose`, only drafts with a field
 * `draft-<id>` are published
 * @throws FormRefused content_faulty, drafts_incomplete, amounts_unconfirmed, samples_unconfirmed (422); ServiceError release_outdated,
 * content_unchanged (409), none_chosen (422)
 */
async function publish(request: ConsoleActionRequest, fields: Fields) {
	const { ctx, by } = request
	const { plan, all } = await choosePlan(ctx, fields)
	await throwIfInvalid(ctx, { plan, all }, readConfirmed(fields))
	const versions = plan.drafts ?? (await addVersions(ctx.db, plan, { authorId: by.userId, at: ctx.now() }))
	const number = await publishRelease(ctx, { ...plan, versions, authorId: by.userId })
	const object = { kind: 'content', id: `release ${number}` } as const
	await recordAction(request, ctx.db, { action: 'content_published', object, after: { files: plan.files, release: number } })
	request.afterCommit(() => serveNewestRelease(request.outside))
	return request.c.redirect(`${consolePaths.contentPublish}?published=${number}`, 303)
}

const redirectToPublish = ({ c }: ConsoleActionRequest, notice: string) =>
	c.redirect(`${consolePaths.contentPublish}?notice=${notice}`, 303)

/** @throws ServiceError content_unchanged, release_outdated (409), none_chosen (422) */
async function planSchedule(ctx: ServiceContext, fields: Fields): Promise<{ plan: DraftPlan; all: DraftPlan }> {
	const all = requireDrafts(await planDrafts(ctx))
	requireUnchangedPlan(all, fields.shown)
	const others = listUnselectedDrafts(all, fields, await readScheduledVersions(ctx.db))
	return { plan: others.length === 0 ? all : await planDrafts(ctx, others), all }
}

const readDueAt = ({ ctx }: ConsoleActionRequest, { due_at: typed = '' }: Fields) => parseDatetimeInput(ctx.content, typed, 'due_at')

export async function prepareSchedule(request: ConsoleActionRequest, fields: Fields): Promise<Action> {
	const check = () => readDueAt(request, fields)
	const checked = await checkStepUp(request, fields, { ...(await planSchedule(request.ctx, fields)), check })
	return (inside) => schedulePublication(inside, checked)
}

/**
 * Schedules all current drafts or, with `choose`, those selected in the form. Replaces an earlier schedule and takes over its drafts.
 * @throws ServiceError time_unreadable, schedule_in_the_past, none_chosen (422), content_unchanged, release_outdated (409); FormRefused
 * content_faulty, drafts_incomplete, amounts_unconfirmed, samples_unconfirmed (422)
 */
async function schedulePublication(request: ConsoleActionRequest, fields: Fields) {
	const { ctx, by } = request
	const dueAt = readDueAt(request, fields)
	const { plan, all } = await planSchedule(ctx, fields)
	await throwIfInvalid(ctx, { plan, all }, readConfirmed(fields))
	const changes = Object.fromEntries(plan.files.map((file) => [file, plan.edits[file] ?? null]))
	const id = await scheduleRelease(ctx, { dueAt, base: plan.base, changes, versions: plan.drafts, authorId: by.userId })
	const after = { files: plan.files, dueAt: dueAt.toISOString() }
	await recordAction(request, ctx.db, { action: 'content_scheduled', object: { kind: 'content', id }, after })
	return redirectToPublish(request, 'content-scheduled')
}

export async function cancelPublication(request: ConsoleActionRequest, { schedule: id = '' }: Fields) {
	const { ctx } = request
	if (!(await cancelSchedule(ctx, id))) return redirectToPublish(request, 'content-schedule-gone')
	await recordAction(request, ctx.db, { action: 'content_unscheduled', object: { kind: 'content', id } })
	return redirectToPublish(request, 'content-unscheduled')
}
