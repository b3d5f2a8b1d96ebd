import { type FullBackup, backupFolder, findLogPieces, backupManifestName, backupPartName, readFullBackups } from './catalog.ts'
import type { BackupStore, StoredFile } from './store.ts'

const DAILY = 7
const WEEKLY = 4
const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
/** Offset of the first Monday: 1970 began on a Thursday. */
const MONDAY_MS = 4 * DAY_MS

/** Returns the newest backup of each period, for the newest periods that have one. */
function newestOf(bases: readonly FullBackup[], period: (time: number) => number, most: number): FullBackup[] {
	const newest = new Map(bases.map((base) => [period(base.takenAt.getTime()), base] as const))
	return [...newest.values()].slice(-most)
}

const dayOf = (time: number) => Math.floor(time / DAY_MS)
const weekOf = (time: number) => Math.floor((time - MONDAY_MS) / WEEK_MS)

/**
 * Chooses the full backups to keep: the last one of each day and week, for the newest 7 days and 4 weeks with a backup. Also keeps the
 * first backup of a series that began during these days, because the time before the series' second backup can't be restored without it.
 * Days are counted by the backups' own times, because a clock may be wrong. The log is kept from the first of the 7 days on.
 * @param bases oldest first
 */
export function chooseBackupsToKeep(bases: readonly FullBackup[]): { kept: FullBackup[]; logFrom: FullBackup | null } {
	const daily = newestOf(bases, dayOf, DAILY)
	const weekly = newestOf(bases, weekOf, WEEKLY)
	const isRecent = ({ takenAt }: FullBackup) => daily[0] !== undefined && dayOf(takenAt.getTime()) >= dayOf(daily[0].takenAt.getTime())
	const firsts = new Set(new Map(bases.toReversed().map((base) => [base.series, base] as const)).values())
	const kept = bases.filter((base) => daily.includes(base) || weekly.includes(base) || (firsts.has(base) && isRecent(base)))
	return { kept, logFrom: kept.find(isRecent) ?? null }
}

/** Lists the files that these backups and the log after `logFrom` don't need. */
function listSurplus(
	files: readonly StoredFile[],
	bases: readonly FullBackup[],
	{ kept, logFrom }: ReturnType<typeof chooseBackupsToKeep>,
): StoredFile[] {
	const needed = new Set(kept.flatMap((base) => [backupManifestName(base), ...base.parts.map((_, index) => backupPartName(base, index))]))
	const later = kept.filter((base) => logFrom !== null && base.takenAt >= logFrom.takenAt)
	const series = new Set(bases.map((base) => base.series))
	for (const name of series) {
		const starts = later.filter((base) => base.series === name).map(({ start }) => start)
		const from = starts.length === 0 ? Number.POSITIVE_INFINITY : Math.min(...starts)
		for (const piece of findLogPieces(files, name)) if (piece.end > from) needed.add(piece.name)
	}
	const isOurs = ({ name }: StoredFile) => [...series].some((one) => name.startsWith(`${one}/log/`)) || isPartOf(name, bases)
	return files.filter((file) => isOurs(file) && !needed.has(file.name))
}

/** True if a file is part of one of these backups, all of which are complete. */
const isPartOf = (name: string, bases: readonly FullBackup[]) =>
	bases.some((base) => name === backupManifestName(base) || name.startsWith(`${backupFolder(base)}/`))

/**
 * Removes surplus backups of a database. Call it after a newer backup was verified.
 * @param limit bytes; above it, the oldest backups are removed first, but never the newest
 * @returns remaining backups, and their size with the log
 */
export async function removeOldBackups(
	store: BackupStore,
	database: string,
	limit: number,
): Promise<{ kept: FullBackup[]; bytes: number }> {
	const files = await store.list(`${database}/`)
	const bases = await readFullBackups(store, files, true)
	const choice = chooseBackupsToKeep(bases)
	const sum = (some: readonly StoredFile[]) => some.reduce((total, { bytes }) => total + bytes, 0)
	let surplus = listSurplus(files, bases, choice)
	while (choice.kept.length > 1 && sum(files) - sum(surplus) > limit) {
		choice.kept.shift()
		choice.logFrom = choice.kept.find((base) => base.takenAt >= (choice.logFrom?.takenAt ?? 0)) ?? null
		surplus = listSurplus(files, bases, choice)
	}
	// Remove descriptions first: an incomplete backup must not be offered.
	const isDescription = ({ name }: StoredFile) => name.endsWith('.json')
	await store.remove([...surplus.filter(isDescription), ...surplus.filter((file) => !isDescription(file))].map(({ name }) => name))
	return { kept: choice.kept, bytes: sum(files) - sum(surplus) }
}
