import { z } from 'zod'

export const ARCHIVE_FORMAT = 'launchway-archive'
export const FORMAT_VERSION = 1
export const MANIFEST_FILE = 'manifest.json'
export const README_FILE = 'README.txt'

const hash = z.string().regex(/^[0-9a-f]{64}$/)

const archiveTable = z.object({
	name: z.string(),
	columns: z.array(z.string()).min(1),
	/** CSV file in the archive. */
	file: z.string(),
	rows: z.int().nonnegative(),
	/** Hash of the rows in any order (server/db/bulk-copy/tables.ts). */
	digest: z.string(),
})

export const manifestSchema = z.object({
	format: z.literal(ARCHIVE_FORMAT),
	formatVersion: z.literal(FORMAT_VERSION),
	academy: z.string(),
	madeAt: z.iso.datetime(),
	hasSecrets: z.boolean(),
	/** Applied migrations by name, with the SHA-256 of each. */
	migrations: z.record(z.string(), hash),
	tables: z.array(archiveTable),
	sequences: z.array(z.object({ name: z.string(), last_value: z.string().regex(/^\d+$/), is_called: z.boolean() })),
	/** Tables that are not in the archive, with the reason. */
	leftOut: z.record(z.string(), z.string()),
	/** All files except this one and README.txt, by path. */
	files: z.record(z.string(), z.object({ bytes: z.int().nonnegative(), sha256: hash })),
})

type FileRule = {
	/** Column that contains the bytes. */
	column: string
	/** SQL expression that orders the rows; consecutive rows with the same path are parts of one file. */
	order: string
	/** SQL expression for the file's path in the archive. */
	path: string
}

/** Decides which tables and columns an archive contains. It contains everything that isn't named here. */
export type ArchiveRules = {
	leftOut: Readonly<Record<string, string>>
	secretTables: Readonly<Record<string, string>>
	secretColumns: Readonly<Record<string, readonly string[]>>
	/** Tables whose bytes are files. Their CSV has the columns `file` and `file_bytes` instead. */
	files: Readonly<Record<string, FileRule>>
}

export type Manifest = z.infer<typeof manifestSchema>
export type ArchiveTable = z.infer<typeof archiveTable>
