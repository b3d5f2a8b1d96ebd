import fs from 'node:fs'
import path from 'node:path'

/** File at the top of a release that describes it. */
export const ABOUT_FILE = 'RELEASE.json'
export const NOTES_FILE = 'RELEASE-NOTES.md'

/** `commit`: full ID; null for a release made from a folder. */
export type ReleaseInfo = { id: string; version: string; commit: string | null; committedAt: string | null }

export const readVersion = (packageJson: string): string => (JSON.parse(packageJson) as { version: string }).version

export const releaseId = (version: string, hash: string): string => `${version}-${hash.slice(0, 8)}`

/** @returns null if the folder isn't a release */
export function readReleaseInfo(folder: string): ReleaseInfo | null {
	const file = path.join(folder, ABOUT_FILE)
	if (!fs.existsSync(file)) return null
	const about = JSON.parse(fs.readFileSync(file, 'utf8')) as ReleaseInfo
	if (!/^[\w.+-]+$/.test(about.id)) throw new Error(`${file} does not name a release`)
	return about
}

export const writeReleaseInfo = (folder: string, about: ReleaseInfo): void =>
	fs.writeFileSync(path.join(folder, ABOUT_FILE), `${JSON.stringify(about, null, '\t')}\n`)

/** Returns a version's section of the changelog; if it has none, the section of unreleased changes. */
export function findNotes(changelog: string, version: string): string {
	const sections = changelog.split(/^(?=## )/m)
	const find = (title: string) => sections.find((section) => section.startsWith(`## [${title}]`))
	return (find(version) ?? find('Unreleased') ?? '').trim()
}
