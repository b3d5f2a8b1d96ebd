import { courseFolder } from './course-folder.server.ts'
import { nodeParts } from './node-parts.ts'
import { contentFolder, editsFolder, findEdited } from './overlay.server.ts'

/** The text of each file, by its path below `content`, with slashes. */
export type Sources = ReadonlyMap<string, string>

/** What a release says otherwise than the shipped files: a text by its path below `content`; null is a file that is again as the site comes. */
export type Edits = Readonly<Record<string, string | null>>

/** Lessons and modules of the course, articles and everything that stands in place of a shipped file. */
const CONTENT_FILE = /\.(?:json|md|svg)$/

/** @returns an empty map where there is no such folder */
export function readFolder(folder: string, prefix = ''): Sources {
	const fs = nodeParts().getBuiltinModule('node:fs')
	if (!fs.existsSync(folder)) return new Map()
	const files = fs
		.readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && CONTENT_FILE.test(entry.name) && entry.name !== 'README.md')
		.map((entry) => `${entry.parentPath}/${entry.name}`.replaceAll('\\', '/').slice(folder.replaceAll('\\', '/').length + 1))
		.toSorted()
	return new Map(files.map((file) => [prefix + file, fs.readFileSync(`${folder}/${file}`, 'utf8')]))
}

/** The content that this copy of the program comes with; the course may be in a folder of its own (COURSE_DIR). */
export function readShipped(): Sources {
	const around = [...readFolder(contentFolder)].filter(([file]) => !file.startsWith('course/'))
	return new Map([...around, ...readFolder(courseFolder, 'course/')])
}

/** The text of one file as it is now, not checked. @param file its path below `content` */
export const readSource = (file: string): string =>
	nodeParts()
		.getBuiltinModule('node:fs')
		.readFileSync(findEdited(file) ?? `${contentFolder}/${file}`, 'utf8')

/** What was edited, in place of a shipped file or added. */
export const readEdits = (): Sources => readFolder(editsFolder())
