/**
 * The one place that reads which modules the course has: content/course, or the folder that COURSE_DIR names. Node's parts are
 * taken from `process`, so that the build's bundle, the server, scripts and tests can all run it; no code for the browser may.
 */
import { findEdited } from './overlay.server.ts'

type Node = {
	env: Readonly<Record<string, string | undefined>>
	getBuiltinModule(id: 'node:fs'): {
		readFileSync(path: string, encoding: 'utf8'): string
		readdirSync(path: string, options: { recursive: true; encoding: 'utf8' }): string[]
	}
}

declare global {
	/** As Node has it; the pages' types do not know it. */
	interface ImportMeta {
		dirname: string
	}
}

const node = (globalThis as { process?: Node }).process

/** Where the course's files are, without a slash at the end. In a bundle this file is elsewhere, so vite.config.ts sets COURSE_DIR. */
export const courseFolder = node?.env.COURSE_DIR || `${import.meta.dirname.replace(/[\\/]files$/, '')}/course`

const readNode = (): Node => {
	if (!node) throw new Error('The course is read by the server and by the build, never by a browser')
	return node
}

/** The text of a file of the course. @throws Error that names the file when it is missing */
export function readCourseFile(path: string): string {
	try {
		return readNode()
			.getBuiltinModule('node:fs')
			.readFileSync(findEdited(`course/${path}`) ?? `${courseFolder}/${path}`, 'utf8')
	} catch (error) {
		throw new Error(`content/course/${path} cannot be read: ${(error as Error).message}`, { cause: error })
	}
}

/** A JSON file of the course, not checked. @throws Error that names the file when it is missing or no JSON */
export function readCourseJson(path: string): unknown {
	const text = readCourseFile(path)
	try {
		return JSON.parse(text)
	} catch (error) {
		throw new Error(`content/course/${path} is no JSON: ${(error as Error).message}`, { cause: error })
	}
}

const listFolder = (folder: string): string[] =>
	readNode()
		.getBuiltinModule('node:fs')
		.readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.map((path) => path.replaceAll('\\', '/'))

/** Paths of all files of the course, such as `module-1/lessons/analysis.md`, with the modules and lessons that were added to CONTENT_DIR. */
export function listCourseFiles(): string[] {
	const edited = findEdited('course')
	const added = edited === null ? [] : listFolder(edited).filter((file) => /\.md$|\/module\.json$/.test(file))
	return [...new Set([...listFolder(courseFolder), ...added])]
}

type Raw = { modules?: { id: number }[] }
type RawModule = { projectChoice?: unknown }

/** A module that is listed and has no file counts as empty, so that the check of the content can name it. */
function readRawModule(id: number): RawModule {
	const file = `module-${id}/module.json`
	return listCourseFiles().includes(file) ? (readCourseJson(file) as RawModule) : {}
}

/** The little that every page must know of the course: vite.config.ts writes it into the browser's code. */
export function describeOrder(): { modules: number[]; projectModule: number | null } {
	const modules = ((readCourseJson('course.json') as Raw).modules ?? []).map(({ id }) => id)
	return { modules, projectModule: modules.find((id) => readRawModule(id).projectChoice !== undefined) ?? null }
}
