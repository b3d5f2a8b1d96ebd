import type { Edits } from '#content/sources.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import type { NewRelease } from '#server/services/operations/releases/publish-release.ts'
import {
	findChangedFiles,
	isNewestVersion,
	publishedAt,
	readCurrent,
	readRelease,
} from '#server/services/operations/releases/read-releases.ts'
import { readScheduledVersions } from '#server/services/operations/releases/schedule-release.ts'

import { findFile, editableFilePredicate } from './files.ts'

export type Plan = Pick<NewRelease, 'base' | 'edits' | 'note'> & {
	live: Edits
	files: readonly string[]
	/** IDs of the drafts that the release publishes; null if its texts don't come from drafts. */
	drafts: readonly string[] | null
}

export type DraftPlan = Plan & {
	drafts: readonly string[]
	/** Files whose drafts were only caused by a change in another file, with that file's path. */
	causes: ReadonlyMap<string, string>
}

type Context = Pick<ServiceContext, 'db'>

const newestOfEach = (db: Db | Tx) =>
	db
		.selectFrom('content_versions')
		.select(['id', 'path', 'body', 'because_of', publishedAt])
		.where(isNewestVersion)
		.orderBy('path')
		.execute()

/** Resets edits of files that an upgrade removed. */
function dropRemoved(edits: Edits): Edits {
	const isKnown = editableFilePredicate()
	return Object.fromEntries(Object.entries(edits).map(([file, text]) => [file, isKnown(file) ? text : null]))
}

/** @param except IDs of drafts to leave out */
export async function planDrafts({ db }: Context, except: readonly string[] = []): Promise<DraftPlan> {
	const current = await readCurrent(db)
	const live = current?.edits ?? {}
	const drafts = (await newestOfEach(db)).filter(({ id, published_at: at }) => at === null && !except.includes(id))
	return {
		base: current?.number ?? null,
		live,
		edits: dropRemoved({ ...live, ...Object.fromEntries(drafts.map(({ path: file, body }) => [file, body])) }),
		note: '',
		files: drafts.map(({ path: file }) => file),
		drafts: drafts.map(({ id }) => id),
		causes: new Map(drafts.flatMap(({ path: file, because_of: cause }) => (cause === null ? [] : [[file, cause]]))),
	}
}

/** @param except IDs of drafts that the operator didn't select */
export const planUnscheduled = async (ctx: Context, except: readonly string[] = []): Promise<DraftPlan> =>
	planDrafts(ctx, [...(await readScheduledVersions(ctx.db)), ...except])

/** Identifies a plan shown on a page, by its base release and its drafts. */
export const identifyPlan = ({ base, drafts }: Pick<Plan, 'base' | 'drafts'>): string => [base ?? 0, ...(drafts ?? [])].join(' ')

/** @throws ServiceError content_not_found (404) if the release doesn't exist; content_unchanged (409) if it equals the public one */
export async function planRollBack({ db }: Context, to: number): Promise<Plan> {
	const [current, older] = [await readCurrent(db), await readRelease(db, to)]
	if (!older) throw new ServiceError('not-found', 'content_not_found', 'We can’t find that release.')
	const live = current?.edits ?? {}
	const origins = Object.keys(live).map((file) => [file, null] as const)
	const edits = dropRemoved({ ...Object.fromEntries(origins), ...older.edits })
	const files = findChangedFiles(live, edits)
	if (files.length === 0) throw new ServiceError('conflict', 'content_unchanged', 'The public site already matches this release.')
	return { base: current?.number ?? null, live, edits, note: `Release ${to} again`, drafts: null, files }
}

/** Adds texts that become public without a draft to the history of their files. Drafts of these files are kept. */
export async function addVersions(db: Db | Tx, { edits, files }: Plan, by: { authorId: string; at: Date }): Promise<string[]> {
	const values = files.map((file) => ({
		path: file,
		body: edits[file] ?? null,
		origin: findFile(file)?.origin ?? '',
		author_id: by.authorId,
		created_at: by.at,
	}))
	return (await db.insertInto('content_versions').values(values).returning('id').execute()).map(({ id }) => id)
}
