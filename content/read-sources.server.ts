import fs from 'node:fs'
import path from 'node:path'

import type { Sources } from './sources.ts'

export const contentFolder = import.meta.dirname

/** Folder of the course. COURSE_DIR can set one outside of `content`. */
export const courseFolder = process.env.COURSE_DIR || path.join(contentFolder, 'course')

/** Folder in which older versions stored edits. They are imported at the next start. */
const editsFolder = path.resolve(contentFolder, '..', process.env.CONTENT_DIR || path.join(process.env.DATA_DIR || 'data', 'content'))

const CONTENT_FILE = /\.(?:json|md|svg)$/

/**
 * Reads all content files of a folder except README.md.
 * @returns an empty map if the folder doesn't exist
 */
export function readContentFolder(folder: string, prefix = ''): Sources {
	if (!fs.existsSync(folder)) return new Map()
	const files = fs
		.readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && CONTENT_FILE.test(entry.name) && entry.name !== 'README.md')
		.map((entry) => path.join(entry.parentPath, entry.name))
		.toSorted()
	return new Map(files.map((file) => [prefix + path.relative(folder, file).replaceAll('\\', '/'), fs.readFileSync(file, 'utf8')]))
}

let shipped: Sources | undefined

/** Returns the shipped files, read once: they don't change while the process runs. */
export function readShipped(): Sources {
	shipped ??= new Map([
		...[...readContentFolder(contentFolder)].filter(([file]) => !file.startsWith('course/')),
		...readContentFolder(courseFolder, 'course/'),
	])
	return shipped
}

/** Reads the legacy folder of edits: replacements of shipped files, and added ones. */
export function readLegacyEdits(): Sources {
	// If an older version was killed between a publication's two renames, only the folder `….last` exists.
	const left = `${editsFolder}.last`
	return readContentFolder(fs.existsSync(editsFolder) || !fs.existsSync(left) ? editsFolder : left)
}
