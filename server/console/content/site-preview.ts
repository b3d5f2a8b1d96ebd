import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'

import type { ServiceContext } from '#server/services/context.ts'
import { oneAtATime } from '#server/services/platform/locks/one-at-a-time.ts'

import { stageEdits } from './edits-folder.ts'
import { planDrafts } from './plan-release.ts'
import { comparePages, type PreviewPage } from './preview-files.ts'

/** For so long the pages of a preview are kept. */
const KEPT_MS = 3_600_000

/** The pages as all drafts would make them. */
export type SitePreview = {
	begunAt: Date
	step: 'checking' | 'building' | 'ready' | 'failed'
	/** One line for each fault. */
	problems: readonly string[]
	/** Of each file the version that is in it: its id by the file's path. */
	versions: ReadonlyMap<string, string>
	/** What the check of these versions found; null when it was not carried out. */
	checked: PromiseWithResolvers<readonly string[] | null>
	/** Of these the drafts. */
	drafts: readonly string[]
	/** Those that differ from the public ones come first. */
	pages: readonly PreviewPage[]
	stop: AbortController
}

/** `isAsked`: a draft was saved while none may begin. */
type State = { current: SitePreview | null; isOpen: boolean; isAsked: boolean }

/** What a process knows of its preview; another that takes over begins without one. */
const states = new WeakMap<ServiceContext['state'], State>()

function stateOf({ state }: Pick<ServiceContext, 'state'>): State {
	const known = states.get(state) ?? { current: null, isOpen: true, isAsked: false }
	states.set(state, known)
	return known
}

type Context = Pick<ServiceContext, 'site' | 'state' | 'db' | 'now' | 'log'>

/** Only one program writes pages at a time: a publication takes over those of a preview. */
export const buildingInTurn = <T>({ site }: Pick<Context, 'site'>, work: () => Promise<T>): Promise<T> =>
	oneAtATime(`site ${site.edits}`, work)

/** The newest preview, or null: also when its pages have been published, and are in another place. */
export function findPreview(ctx: Pick<Context, 'state' | 'site'>): SitePreview | null {
	const { current } = stateOf(ctx)
	return current?.step === 'ready' && !existsSync(ctx.site.preview.folder) ? null : current
}

/**
 * While a publication is at work none begins: it would end the one whose pages are wanted, and the process that takes over
 * removes it. @returns what opens it again, for a publication that failed
 */
export function holdPreviews(ctx: Context): () => void {
	const own = stateOf(ctx)
	own.isOpen = false
	own.isAsked = false
	return () => {
		own.isOpen = true
		if (own.isAsked) beginPreview(ctx)
	}
}

/** Whether a publication keeps previews from beginning, in this process or because another has taken over. */
export const isHeld = (ctx: Pick<Context, 'state'>): boolean => !stateOf(ctx).isOpen

/** Ends what is at work, before another process takes over and builds its own. */
export async function closePreview(ctx: Context): Promise<void> {
	stateOf(ctx).current?.stop.abort()
	await buildingInTurn(ctx, async () => {})
}

type Versions = readonly { id: string; path: string }[]

/** Whether these are the newest versions that a preview has in it. */
export const isOf = ({ versions }: SitePreview, newest: Versions): boolean =>
	newest.length === versions.size && newest.every(({ path: file, id }) => versions.get(file) === id)

/** What the check finds for a preview of these versions that is at work, or null when there is none. */
export async function findChecked(ctx: Pick<Context, 'state'>, newest: Versions): Promise<readonly string[] | null> {
	const { current } = stateOf(ctx)
	const isAtWork = current?.step === 'checking' || current?.step === 'building'
	return isAtWork && isOf(current, newest) ? current.checked.promise : null
}

async function build(ctx: Context, preview: SitePreview): Promise<void> {
	const { site } = ctx
	const { signal } = preview.stop
	const isWanted = () => !signal.aborted
	const staged = `${site.preview.folder}-edits`
	try {
		if (!isWanted()) return
		const { plan, newest } = await planDrafts(ctx)
		await stageEdits(site.edits, staged, plan.edits)
		preview.versions = new Map(newest.map(({ path: file, id }) => [file, id]))
		preview.drafts = plan.files
		preview.problems = await site.check(staged, signal)
		preview.checked.resolve(signal.aborted ? null : preview.problems)
		if (preview.problems.length === 0 && isWanted()) {
			preview.step = 'building'
			preview.problems = await site.preview.build(staged, signal)
		}
		if (preview.problems.length === 0 && isWanted()) preview.pages = await comparePages(site)
		preview.step = preview.problems.length === 0 ? 'ready' : 'failed'
	} finally {
		if (signal.aborted && stateOf(ctx).current === preview) stateOf(ctx).current = null
		preview.checked.resolve(null)
		await rm(staged, { recursive: true, force: true })
	}
}

function dropLater(ctx: Context, preview: SitePreview): void {
	const drop = async () => {
		const own = stateOf(ctx)
		if (own.current !== preview || !own.isOpen) return
		own.current = null
		await rm(ctx.site.preview.folder, { recursive: true, force: true })
	}
	setTimeout(() => void buildingInTurn(ctx, drop).catch(() => {}), KEPT_MS).unref()
}

/**
 * Builds the pages with every draft, in the background and beside those that are served. It takes the place of one before it,
 * which ends when it is still at work. A publication of the same drafts takes these pages.
 */
export function beginPreview(ctx: Context): void {
	const own = stateOf(ctx)
	own.isAsked = true
	if (!own.isOpen || ctx.site.preview.folder === '') return
	own.current?.stop.abort()
	const preview: SitePreview = {
		begunAt: ctx.now(),
		step: 'checking',
		problems: [],
		versions: new Map(),
		checked: Promise.withResolvers(),
		drafts: [],
		pages: [],
		stop: new AbortController(),
	}
	own.current = preview
	buildingInTurn(ctx, () => build(ctx, preview))
		.catch((error: unknown) => {
			ctx.log.error('could not build the preview', { error })
			preview.problems = [error instanceof Error ? error.message : String(error)]
			preview.step = 'failed'
		})
		.finally(() => dropLater(ctx, preview))
}
