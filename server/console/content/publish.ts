import { sql } from 'kysely'

import { recordAction } from '#server/console/shell/record-action.ts'
import type { Work } from '#server/console/shell/work.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { dropCopies, exchangeFolders, stagedOf } from './edits-folder.ts'
import { buildingInTurn, closePreview, findChecked, holdPreviews } from './site-preview.ts'
import { stageDrafts } from './stage-drafts.ts'
import { readUnusualAmounts } from './unusual-amounts.ts'

/** Without a sign of life for so long, nobody is at work on it any more. */
const ALIVE_MS = 60_000
const BEAT_MS = 10_000

type Step = 'checking' | 'building' | 'switching' | 'done' | 'failed'
type Draft = { id: string; path: string }

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

/** The staged texts become those of the site, and their drafts count as published. @returns what undoes both */
async function goLive({ db, site, now, reloadContent }: ServiceContext, drafts: readonly Draft[]): Promise<() => Promise<void>> {
	const ids = drafts.map(({ id }) => id)
	const note = async (at: Date | null) => {
		if (ids.length > 0) await db.updateTable('content_versions').set({ published_at: at }).where('id', 'in', ids).execute()
	}
	const exchangeBack = exchangeFolders(site.edits)
	reloadContent()
	const takeBack = () => {
		exchangeBack()
		reloadContent()
	}
	await note(now()).catch((error: unknown) => {
		takeBack()
		throw error
	})
	return () => {
		takeBack()
		return note(null)
	}
}

/** The draft of the offers may have changed since the operator saw its amounts. */
async function requireConfirmed({ db }: ServiceContext, confirmed: string): Promise<void> {
	const { draft, amounts } = await readUnusualAmounts(db)
	if (draft !== confirmed) requireNone(amounts.map((each) => `${each}. Look at the amounts, then confirm them.`))
}

/** Checks, builds and hands over. @throws Refused, or what else went wrong; then the site is as it was */
async function carryOut(ctx: ServiceContext, confirmed: string, setStep: (step: Step) => Promise<void>): Promise<string[]> {
	const { site } = ctx
	const staged = stagedOf(site.edits)
	await dropCopies(site.edits)
	const newest = await stageDrafts(ctx, staged)
	const drafts = newest.filter(({ published_at: at }) => at === null)

	await requireConfirmed(ctx, confirmed)
	requireNone((await findChecked(ctx, newest)) ?? (await site.check(staged)))
	const areLessons = drafts.every(({ path: file }) => IS_LESSON.test(file))
	if (areLessons) await goLive(ctx, drafts)
	await setStep('building')
	requireNone(await buildingInTurn(ctx, () => site.build(areLessons ? site.edits : staged)))
	await setStep('switching')
	const undo = areLessons ? async () => {} : await goLive(ctx, drafts)
	await closePreview(ctx)
	try {
		await site.takeOver()
	} catch (error) {
		await undo()
		throw error
	}
	return drafts.map(({ path: file }) => file)
}

/**
 * Makes all drafts public, in the background: the same checks as `npm run check:content`, a build beside the pages that are
 * served, then a fresh process with both. Lessons alone are public after the checks. A preview of the same drafts has been checked
 * and built, and is waited for when it is at work.
 * @param confirmed id of the draft of the offers whose unusual amounts the operator has confirmed
 * @returns false while another publication is at work
 */
export async function publish({ ctx, by }: Pick<Work, 'ctx' | 'by'>, confirmed: string): Promise<boolean> {
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
		let files: string[] = []
		const reopen = holdPreviews(ctx)
		try {
			files = await carryOut(ctx, confirmed, async (step) => void (await note({ step })))
			hasHandedOver = true
		} finally {
			if (!hasHandedOver) reopen()
			await dropCopies(ctx.site.edits)
		}
		await recordAction({ ctx, by }, ctx.db, { action: 'content_published', object: { kind: 'content', id }, after: { files } })
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
