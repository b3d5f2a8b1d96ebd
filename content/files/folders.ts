import path from 'node:path'

/** The files that this copy of the program comes with. */
export const contentFolder = path.join(import.meta.dirname, '..')

/** Those of the course, which may be in a folder of its own. */
export const courseFolder = process.env.COURSE_DIR || path.join(contentFolder, 'course')

/** Where edits lay before they were releases in the database; what somebody puts there is adopted at the next start. */
export const editsFolder = path.resolve(
	contentFolder,
	'..',
	process.env.CONTENT_DIR || path.join(process.env.DATA_DIR || 'data', 'content'),
)
