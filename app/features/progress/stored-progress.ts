import { mergeProgress } from '#domain/progress/merge-progress.ts'
import { PROGRESS_KINDS, type ProgressDetail, type ProgressEntry } from '#domain/progress/progress-entry.ts'

/** What the browser keeps under `launchway_progress`. */
export type StoredProgress = {
	version: 1
	/** The account this record was merged with; null before the first sign-in. */
	owner: string | null
	entries: readonly ProgressEntry[]
	/** Ids of entries the account has not confirmed. */
	unsent: readonly string[]
	/** Unsent entries of learners who used this browser before, by user id: nobody's work is lost or given to another. */
	parked: Readonly<Record<string, readonly ProgressEntry[]>>
}

export const EMPTY_PROGRESS: StoredProgress = { version: 1, owner: null, entries: [], unsent: [], parked: {} }

const isRecord = (raw: unknown): raw is Record<string, unknown> => typeof raw === 'object' && raw !== null && !Array.isArray(raw)

const isTime = (raw: unknown): raw is number => typeof raw === 'number' && Number.isSafeInteger(raw) && raw >= 0

function parseDetail(raw: unknown): ProgressDetail | null {
	if (!isRecord(raw)) return null
	const facts = Object.entries(raw).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
	return facts.length > 0 ? (Object.fromEntries(facts) as ProgressDetail) : null
}

function parseEntry(raw: unknown): ProgressEntry | null {
	if (!isRecord(raw)) return null
	const kind = PROGRESS_KINDS.find((each) => each === raw.kind)
	const { key, done, changedAt } = raw
	if (!kind || typeof key !== 'string' || key === '' || typeof done !== 'boolean' || !isTime(changedAt)) return null
	const detail = parseDetail(raw.detail)
	return { kind, key, done, changedAt, ...(detail && { detail }) }
}

/** The readable entries of a list, each fact once. Unreadable ones are left out, not a reason to drop the rest. */
export function parseEntries(raw: unknown): ProgressEntry[] {
	const entries = Array.isArray(raw) ? raw.map(parseEntry).filter((entry) => entry !== null) : []
	return mergeProgress(entries, [])
}

/** Reads what an older build, another tab or a person wrote. Invalid parts count as absent. */
export function parseStoredProgress(raw: unknown): StoredProgress | null {
	if (!isRecord(raw)) return null
	const parked = isRecord(raw.parked) ? Object.entries(raw.parked).map(([userId, entries]) => [userId, parseEntries(entries)] as const) : []
	return {
		version: 1,
		owner: typeof raw.owner === 'string' && raw.owner !== '' ? raw.owner : null,
		entries: parseEntries(raw.entries),
		unsent: Array.isArray(raw.unsent) ? raw.unsent.filter((id) => typeof id === 'string') : [],
		parked: Object.fromEntries(parked.filter(([, entries]) => entries.length > 0)),
	}
}
