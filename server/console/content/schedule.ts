import { consolePaths } from '#contracts/console-paths.ts'
import type { ConsoleActionRequest } from '#server/console/shell/console-request.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import { readTypedTime } from '#server/console/shell/zoned-time.ts'
import { cancelSchedule, readScheduledVersions, scheduleRelease } from '#server/services/operations/releases/schedule-release.ts'

import { planDrafts } from './plan-release.ts'
import { listUnchosen, requireAsShown, requireDrafts, throwIfInvalid } from './publish.ts'
import { readConfirmed } from './require-publishable.ts'

type Fields = Readonly<Record<string, string>>

const goTo = ({ c }: ConsoleActionRequest, notice: string) => c.redirect(`${consolePaths.contentPublish}?notice=${notice}`, 303)

/**
 * Schedules all current drafts or, with `choose`, those selected in the form. Replaces an earlier schedule and takes over its drafts.
 * @throws ServiceError time_unreadable, schedule_in_the_past, none_chosen (422), content_unchanged, release_outdated (409); FormRefused
 * content_faulty, drafts_incomplete, amounts_unconfirmed, samples_unconfirmed (422)
 */
export async function schedule(request: ConsoleActionRequest, fields: Fields) {
	const { due_at: typed = '', shown } = fields
	const { ctx, by } = request
	const dueAt = readTypedTime(ctx.content, typed, 'due_at')
	const all = requireDrafts(await planDrafts(ctx))
	requireAsShown(all, shown)
	const others = listUnchosen(all, fields, await readScheduledVersions(ctx.db))
	const plan = others.length === 0 ? all : await planDrafts(ctx, others)
	await throwIfInvalid(ctx, { plan, all }, readConfirmed(fields))
	const changes = Object.fromEntries(plan.files.map((file) => [file, plan.edits[file] ?? null]))
	const id = await scheduleRelease(ctx, { dueAt, base: plan.base, changes, versions: plan.drafts, authorId: by.userId })
	const after = { files: plan.files, dueAt: dueAt.toISOString() }
	await recordAction(request, ctx.db, { action: 'content_scheduled', object: { kind: 'content', id }, after })
	return goTo(request, 'content-scheduled')
}

export async function unschedule(request: ConsoleActionRequest, { schedule: id = '' }: Fields) {
	const { ctx } = request
	if (!(await cancelSchedule(ctx, id))) return goTo(request, 'content-schedule-gone')
	await recordAction(request, ctx.db, { action: 'content_unscheduled', object: { kind: 'content', id } })
	return goTo(request, 'content-unscheduled')
}
