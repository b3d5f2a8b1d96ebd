import fs from 'node:fs'
import path from 'node:path'

export const PROJECT_DIR = path.resolve(import.meta.dirname, '..', '..')

/** The folders of built pages. */
export type SiteFolders = { current: string; next: string; last: string; preview: string }

/** @param buildDir of the pages that are served: inside the project, since a build runs its own bundle, which needs the packages */
export function siteFolders(buildDir = 'build'): SiteFolders {
	const current = path.resolve(PROJECT_DIR, buildDir)
	const beside = (word: string) => path.join(PROJECT_DIR, '.cache', `${path.basename(current)}-${word}`)
	return { current, next: beside('next'), last: beside('last'), preview: beside('preview') }
}

/** A preview ends with the process that built it. */
export function dropPreview({ preview }: SiteFolders): void {
	for (const folder of [preview, `${preview}-edits`]) fs.rmSync(folder, { recursive: true, force: true })
}
