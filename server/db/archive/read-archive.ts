import { createHash } from 'node:crypto'
import { type Readable, Transform } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type Entry, openPromise, type ZipFile } from 'yauzl'

import { ARCHIVE_FORMAT, FORMAT_VERSION, MANIFEST_FILE, type Manifest, manifestSchema, README_FILE } from './manifest.ts'

/** Maximum size of the manifest, which is read into memory: enough for a million files. */
const MAX_MANIFEST_BYTES = 256 * 2 ** 20

export type Archive = {
	manifest: Manifest
	/** Opens a file. The stream fails at its end if the content differs from the manifest. */
	open: (name: string) => Promise<Readable>
	close: () => void
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

async function readEntries(zip: ZipFile, name: string): Promise<Map<string, Entry>> {
	const entries = new Map<string, Entry>()
	for await (const entry of zip.eachEntry()) {
		if (entries.has(entry.fileName)) throw new Error(`${name} contains ${entry.fileName} twice`)
		entries.set(entry.fileName, entry)
	}
	return entries
}

async function readManifest(zip: ZipFile, entry: Entry | undefined, name: string): Promise<Manifest> {
	const foreign = `${name} is not an archive of npm run export`
	if (!entry) throw new Error(`${foreign}: it has no ${MANIFEST_FILE}`)
	if (entry.uncompressedSize > MAX_MANIFEST_BYTES) throw new Error(`${foreign}: its ${MANIFEST_FILE} is too large`)
	let json: unknown
	try {
		json = JSON.parse(await text(await zip.openReadStreamPromise(entry)))
	} catch (error) {
		throw new Error(`${name} is damaged: ${MANIFEST_FILE} can’t be read (${messageOf(error)})`, { cause: error })
	}
	const { format, formatVersion } = Object(json) as Partial<Record<string, unknown>>
	if (format !== ARCHIVE_FORMAT) throw new Error(foreign)
	if (formatVersion !== FORMAT_VERSION) throw new Error(`${name} is from a newer version of Launchway; update the program first`)
	const parsed = manifestSchema.safeParse(json)
	if (!parsed.success) throw new Error(`${foreign}: ${parsed.error.issues[0]?.path.join('.')} in ${MANIFEST_FILE} is wrong`)
	return parsed.data
}

/** @throws Error unless the archive has exactly the files of its manifest, in their sizes */
function compareFiles(entries: ReadonlyMap<string, Entry>, { files, tables }: Manifest, name: string): void {
	for (const [file, { bytes }] of Object.entries(files)) {
		const entry = entries.get(file)
		if (!entry) throw new Error(`${name} is damaged: ${file} is missing`)
		if (entry.uncompressedSize !== bytes) throw new Error(`${name} is damaged: the size of ${file} differs from ${MANIFEST_FILE}`)
	}
	for (const file of entries.keys())
		if (file !== MANIFEST_FILE && file !== README_FILE && !Object.hasOwn(files, file))
			throw new Error(`${name} contains ${file}, which is not in its ${MANIFEST_FILE}`)
	const missing = tables.find(({ file }) => !Object.hasOwn(files, file))
	if (missing) throw new Error(`${name} is damaged: ${missing.file} is missing`)
}

/** Passes a file through, and fails at its end if its SHA-256 differs. */
function verifying(file: string, sha256: string): Transform {
	const hash = createHash('sha256')
	return new Transform({
		transform(chunk: Buffer, _, next) {
			hash.update(chunk)
			next(null, chunk)
		},
		flush(done) {
			done(hash.digest('hex') === sha256 ? null : new Error(`${file} was changed or is damaged: its SHA-256 differs`))
		},
	})
}

/**
 * Opens an archive. Nothing is unpacked to disk, so file names in it can't escape a folder.
 * @throws Error with a message for the operator if the file isn't an archive, or its files don't match its manifest
 */
export async function openArchive(file: string, name = file): Promise<Archive> {
	let zip: ZipFile
	try {
		zip = await openPromise(file, { autoClose: false, strictFileNames: true })
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code) throw error
		throw new Error(`${name} is not a ZIP file, or is truncated (${messageOf(error)})`, { cause: error })
	}
	try {
		const entries = await readEntries(zip, name).catch((error: unknown) => {
			throw new Error(`${name} is damaged or not ours: ${messageOf(error)}`, { cause: error })
		})
		const manifest = await readManifest(zip, entries.get(MANIFEST_FILE), name)
		compareFiles(entries, manifest, name)
		return {
			manifest,
			async open(wanted) {
				const entry = entries.get(wanted)
				const facts = Object.hasOwn(manifest.files, wanted) ? manifest.files[wanted] : undefined
				if (!entry || !facts) throw new Error(`${name} is damaged: ${wanted} is missing`)
				const verified = verifying(wanted, facts.sha256)
				const raw = await zip.openReadStreamPromise(entry)
				raw.once('error', (error) => verified.destroy(new Error(`${wanted} is damaged: ${error.message}`, { cause: error })))
				verified.once('close', () => raw.destroy())
				return raw.pipe(verified)
			},
			close: () => zip.close(),
		}
	} catch (error) {
		zip.close()
		throw error
	}
}
