import { sql } from 'kysely'

import { recordAction } from '#server/console/shell/record-action.ts'
import type { Work } from '#server/console/shell/work.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { publishRelease, withdrawRelease } from '#server/services/operations/releases/publish-release.ts'

import { dropCopies, exchangeFolders, stagedOf, stageEdits } from './edits-folder.ts'
import { addVersions, type Plan, planDrafts, planRollBack } from './plan-release.ts'
import { buildingInTurn, closePreview, findChecked, holdPreviews } from './site-preview.ts'
import { listUnconfirmed, readUnusualAmounts } from './unusual-amounts.ts'

/** Without a sign of life for so long, nobody is at work on it any more. */
const ALIVE_MS = 60_000
const BEAT_MS = 10_000

type Step = 'checking' | 'building' | 'switching' | 'done' | 'failed'

/** What to publish: all drafts, or an older release again. */
type Order = {
	/** Id of the draft of the offers whose unusual amounts the operator has confirmed. */
	confirmed: string
	to: number | null
}

/** Texts that the server reads from their files at each request: they are public as soon as they are written. */
const IS_LESSON = /^(?:course\/module-\d+\/lessons|tracks\/[^/]+)\/[^/]+\.md$/

export const readPublications = (ctx: Pick<ServiceContext, 'db'>) =>
	ctx.db.selectFrom('content_publications').selectAll().orderBy('id', 'desc').limit(20).execute()

export const isAtWork = ({ now }: Pick<ServiceContext, 'now'>, { ended_at, seen_at }: { ended_at: Date | null; seen_at: Date }) =>
	ended_at === null && now().getTime() - seen_at.getTime() < ALIVE_MS

/** @returns the id of the publication that has begun, or null while another is at work */
const begin = (ctx: ServiceContext, by: Work['by']) =>
	inTransaction(ctx.db, async (tx) => {
		await sql`select pg_advisory_xact_lock(hashtextextended('content-publication', 0))`.execute(tx)
		const last = await tx.selectFrom('content_publications').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
		if (last && isAtWork(ctx, last)) return null
		const now = ctx.now()
		const row = { started_by: by.userId, started_at: now, seen_at: now, step: 'checking' as const }
		return (await tx.insertInto('content_publications').values(row).returning('id').executeTakeFirstOrThrow()).id
	})

/** `id` is that of the row of the publication. */
type Publishing = Pick<Work, 'ctx' | 'by'> & { id: string }

class Refused extends Error {
	readonly problems: readonly string[]

	constructor(problems: readonly string[]) {
		super(problems.join('\n'))
		this.problems = problems
	}
}

function requireNone(problems: readonly string[]): void {
	if (problems.length > 0) throw new Refused(problems)
}

/**
 * Every process serves the release from now on, and the staged folder is that of this one. A crash in between leaves a folder that the
 * next start makes from the release. @returns what undoes it
 */
async function goLive({ ctx, by, id }: Publishing, plan: Plan): Promise<() => Promise<void>> {
	const release = await inTransaction(ctx.db, async (tx) => {
		const versions = plan.drafts ?? (await addVersions(tx, plan, { authorId: by.userId, at: ctx.now() }))
		const { base, edits, note } = plan
		const published = await publishRelease({ ...ctx, db: tx }, { base, edits, note, versions, authorId: by.userId })
		const after = { files: plan.files, release: published.number }
		await recordAction({ ctx, by }, tx, { action: 'content_published', object: { kind: 'content', id }, after })
		return published
	})
	let exchangeBack = () => {}
	const undo = async () => {
		exchangeBack()
		await inTransaction(ctx.db, async (tx) => {
			await withdrawRelease({ db: tx }, release)
			const before = { release: release.number }
			await recordAction({ ctx, by }, tx, { action: 'content_withdrawn', object: { kind: 'content', id }, before })
		})
		await ctx.published.take()
	}
	try {
		exchangeBack = exchangeFolders(ctx.site.edits)
		await ctx.published.take()
	} catch (error) {
		await undo()
		throw error
	}
	return undo
}

/** Checks, builds and hands over. @throws Refused, or what else went wrong; then the site is as it was */
async function carryOut(publishing: Publishing, { confirmed, to }: Order, setStep: (step: Step) => Promise<void>): Promise<void> {
	const { ctx } = publishing
	const { site } = ctx
	const staged = stagedOf(site.edits)
	await dropCopies(site.edits)
	const drafts = to === null ? await planDrafts(ctx) : null
	const plan = drafts?.plan ?? (await planRollBack(ctx, to ?? 0))
	await stageEdits(site.edits, staged, plan.edits)

	if (plan.drafts) requireNone(listUnconfirmed(await readUnusualAmounts(ctx.db), confirmed, plan.drafts))
	requireNone((drafts && (await findChecked(ctx, drafts.newest))) ?? (await site.check(staged)))
	const areLessons = plan.files.every((file) => IS_LESSON.test(file))
	if (areLessons) await goLive(publishing, plan)
	await setStep('building')
	requireNone(await buildingInTurn(ctx, () => site.build(areLessons ? site.edits : staged)))
	await setStep('switching')
	const undo = areLessons ? async () => {} : await goLive(publishing, plan)
	await closePreview(ctx)
	try {
		await site.takeOver()
	} catch (error) {
		await undo()
		throw error
	}
}

/**
 * Publishes in the background: the same checks as `npm run check:content`, a build beside the pages that are
 * served, then a fresh process with both. Lessons alone are public after the checks. A preview of the same drafts has been checked
 * and built, and is waited for when it is at work.
 * @returns false while another publication is at work
 */
async function beginPublishing({ ctx, by }: Pick<Work, 'ctx' | 'by'>, order: Order): Promise<boolean> {
	const id = await begin(ctx, by)
	if (id === null) return false
	const note = (change: { step?: Step; ended_at?: Date; problems?: string[] }) =>
		ctx.db
			.updateTable('content_publications')
			.set({ seen_at: ctx.now(), ...change })
			.where('id', '=', id)
			.execute()
	const beat = setInterval(() => void note({}).catch(() => {}), BEAT_MS)
	let hasHandedOver = false
	const finish = async () => {
		const reopen = holdPreviews(ctx)
		try {
			await carryOut({ ctx, by, id }, order, async (step) => void (await note({ step })))
			hasHandedOver = true
		} finally {
			if (!hasHandedOver) reopen()
			await dropCopies(ctx.site.edits)
		}
		await note({ step: 'done', ended_at: ctx.now() })
	}
	void finish()
		.catch(async (error: unknown) => {
			if (!(error instanceof Refused)) ctx.log.error('could not publish the content', { error })
			const problems = error instanceof Refused ? [...error.problems] : [error instanceof Error ? error.message : String(error)]
			await note({ step: 'failed', ended_at: ctx.now(), problems })
		})
		.catch((error: unknown) => ctx.log.error('could not note how the publication ended', { error }))
		.finally(() => {
			clearInterval(beat)
			if (hasHandedOver) ctx.site.retire()
		})
	return true
}

/**
 * Makes all drafts public.
 * @param confirmed id of the draft of the offers whose unusual amounts the operator has confirmed
 * @returns false while another publication is at work
 */
export const publish = (work: Pick<Work, 'ctx' | 'by'>, confirmed: string) => beginPublishing(work, { confirmed, to: null })

/** Makes an older release public again, as a new one. @param number of it, as a form has it @returns false while another publication is at work */
export const rollBack = (work: Pick<Work, 'ctx' | 'by'>, number: string) =>
	beginPublishing(work, { confirmed: '', to: /^\d{1,9}$/.test(number) ? Number(number) : 0 })
