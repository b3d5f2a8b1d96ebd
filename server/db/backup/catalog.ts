import type { BackupStore, StoredFile } from './store.ts'

/** Size of a segment of the write-ahead log, in bytes. */
export const SEGMENT_BYTES = 2 ** 24
const SEGMENTS_PER_FILE_NUMBER = 256
const FORMAT = 'launchway-backup-2'

export type BackupPart = { bytes: number; sha256: string }

/**
 * Full backup in a store. Backups and the log between them form a series in the folder `<database>/<series>`; a restored database begins a
 * new series. Positions are bytes from the beginning of the write-ahead log.
 */
export type FullBackup = {
	series: string
	takenAt: Date
	finishedAt: Date
	/** First position of the log that a restore needs. The database is consistent from `stop` on. */
	start: number
	stop: number
	postgresMajor: number
	migration: string
	suffix: string
	parts: readonly BackupPart[]
}

/** Part of the write-ahead log, from `start` up to `end`. */
export type LogPiece = { name: string; bytes: number; series: string; segment: string; start: number; end: number; copiedAt: Date }

const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0')
const stamp = (time: Date) => time.toISOString().replaceAll(':', '-')
const parseStamp = (text: string) => new Date(text.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'))

export const backupFolder = ({ series, takenAt }: Pick<FullBackup, 'series' | 'takenAt'>) => `${series}/base-${stamp(takenAt)}`
export const backupManifestName = (base: Pick<FullBackup, 'series' | 'takenAt'>) => `${backupFolder(base)}.json`
export const backupPartName = (base: Pick<FullBackup, 'series' | 'takenAt' | 'suffix'>, index: number) =>
	`${backupFolder(base)}/part-${String(index + 1).padStart(5, '0')}.tar${base.suffix}`
export const backupBytes = ({ parts }: FullBackup) => parts.reduce((sum, { bytes }) => sum + bytes, 0)

export function segmentName(timeline: string, position: number): string {
	const number = Math.floor(position / SEGMENT_BYTES)
	return `${timeline}${hex(Math.floor(number / SEGMENTS_PER_FILE_NUMBER))}${hex(number % SEGMENTS_PER_FILE_NUMBER)}`
}

/**
 * Names a piece by its segment and its offsets in it. A piece must not span segments. `end` is exclusive, so it may equal the segment's
 * end.
 */
export function logPieceName(piece: Pick<LogPiece, 'series' | 'segment' | 'start' | 'end' | 'copiedAt'>, suffix: string): string {
	const from = piece.start % SEGMENT_BYTES
	return `${piece.series}/log/${piece.segment}.${hex(from)}-${hex(from + piece.end - piece.start)}.${stamp(piece.copiedAt)}${suffix}`
}

const PIECE = /^(.+)\/log\/([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})\.([0-9A-F]{8})-([0-9A-F]{8})\.([\dT.-]+Z)\.zst(?:\.age)?$/

function parseLogPiece({ name, bytes }: StoredFile): LogPiece[] {
	const [, series = '', timeline = '', high = '', low = '', from = '', to = '', at = ''] = PIECE.exec(name) ?? []
	if (series === '') return []
	const number = (text: string) => Number.parseInt(text, 16)
	const segmentStart = (number(high) * SEGMENTS_PER_FILE_NUMBER + number(low)) * SEGMENT_BYTES
	return [
		{
			name,
			bytes,
			series,
			segment: `${timeline}${high}${low}`,
			start: segmentStart + number(from),
			end: segmentStart + number(to),
			copiedAt: parseStamp(at),
		},
	]
}

export const findLogPieces = (files: readonly StoredFile[], series: string): LogPiece[] =>
	files
		.filter(({ name }) => name.startsWith(`${series}/log/`))
		.flatMap(parseLogPiece)
		.toSorted((one, other) => one.start - other.start || one.end - other.end)

export const presentManifest = (base: FullBackup) => `${JSON.stringify({ format: FORMAT, ...base }, null, '\t')}\n`

function parseManifest(name: string, text: string): FullBackup {
	try {
		const { format, takenAt, finishedAt, ...rest } = JSON.parse(text) as Omit<FullBackup, 'takenAt' | 'finishedAt'> & Record<string, string>
		if (format !== FORMAT) throw new Error(`its format is ${format}, and this program reads ${FORMAT}`)
		return { ...rest, takenAt: new Date(takenAt ?? ''), finishedAt: new Date(finishedAt ?? '') }
	} catch (error) {
		throw new Error(`${name} is damaged: ${(error as Error).message}`, { cause: error })
	}
}

/**
 * Reads the full backups among the files, oldest first. A backup without its description wasn't finished.
 * @param isLenient true leaves out damaged descriptions, so that they don't stop new backups
 * @throws Error that names a damaged description
 */
export async function readFullBackups(store: BackupStore, files: readonly StoredFile[], isLenient = false): Promise<FullBackup[]> {
	const names = files.map(({ name }) => name).filter((name) => /\/base-[^/]+\.json$/.test(name))
	const bases: FullBackup[] = []
	for (const name of names)
		try {
			bases.push(parseManifest(name, Buffer.from(await store.read(name)).toString('utf8')))
		} catch (error) {
			if (!isLenient) throw error
		}
	return bases.toSorted((one, other) => one.takenAt.getTime() - other.takenAt.getTime())
}
