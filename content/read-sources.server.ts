import fs from 'node:fs'
import path from 'node:path'

import type { Sources } from './sources.ts'

/** The files that this copy of the program comes with. */
export const contentFolder = import.meta.dirname

/** Files of the course, which may be in another folder. */
export const courseFolder = process.env.COURSE_DIR || path.join(contentFolder, 'course')

/** Legacy folder for edits. Files put there are imported at the next start. */
const editsFolder = path.resolve(contentFolder, '..', process.env.CONTENT_DIR || path.join(process.env.DATA_DIR || 'data', 'content'))

/** Lessons and modules of the course, articles, and everything that replaces a shipped file. */
const CONTENT_FILE = /\.(?:json|md|svg)$/

/** @returns an empty map if there is no such folder */
export function readFolder(folder: string, prefix = ''): Sources {
	if (!fs.existsSync(folder)) return new Map()
	const files = fs
		.readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && CONTENT_FILE.test(entry.name) && entry.name !== 'README.md')
		.map((entry) => path.join(entry.parentPath, entry.name))
		.toSorted()
	return new Map(files.map((file) => [prefix + path.relative(folder, file).replaceAll('\\', '/'), fs.readFileSync(file, 'utf8')]))
}

/** The content that this copy of the program comes with. */
export function readShipped(): Sources {
	const around = [...readFolder(contentFolder)].filter(([file]) => !file.startsWith('course/'))
	return new Map([...around, ...readFolder(courseFolder, 'course/')])
}

/** Files in the folder of edits: replacements of shipped files, and added ones. */
export function readEdits(): Sources {
	// A publication of an older program that was killed between two moves has left the folder under this name.
	const left = `${editsFolder}.last`
	return readFolder(fs.existsSync(editsFolder) || !fs.existsSync(left) ? editsFolder : left)
}
