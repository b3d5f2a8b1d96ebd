import { unpackTar } from 'modern-tar/fs'
import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGunzip } from 'node:zlib'

import { type ReleaseInfo, releaseId, readReleaseInfo, readVersion, writeReleaseInfo } from './about.ts'

const run = promisify(execFile)

/** Top-level names in a folder that aren't part of the program. */
const NOT_PROGRAM = new Set(['node_modules', 'data', 'releases', '.git', '.env', '.react-router'])

const git = async (repository: string, ...args: string[]) => (await run('git', args, { cwd: repository })).stdout.trim()

/** @returns the full ID of a commit; null if the reference names none */
export const findCommit = (repository: string, ref: string): Promise<string | null> =>
	git(repository, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`).catch(() => null)

/** Writes the files of a commit to an empty folder. */
export async function unpackCommit(repository: string, commit: string, to: string): Promise<ReleaseInfo> {
	const archive = spawn('git', ['archive', '--format=tar', commit], { cwd: repository, stdio: ['ignore', 'pipe', 'inherit'] })
	const ended = once(archive, 'close')
	await pipeline(archive.stdout, unpackTar(to))
	if ((await ended)[0] !== 0) throw new Error(`git could not read ${commit}`)
	const version = readVersion(fs.readFileSync(path.join(to, 'package.json'), 'utf8'))
	const committedAt = new Date(await git(repository, 'show', '--no-patch', '--format=%cI', commit)).toISOString()
	const about = { id: releaseId(version, commit), version, commit, committedAt }
	writeReleaseInfo(to, about)
	return about
}

/**
 * Unpacks a release archive into an empty folder.
 * @throws Error if it isn't a release archive
 */
async function unpackArchive(file: string, to: string): Promise<ReleaseInfo> {
	await pipeline(fs.createReadStream(file), createGunzip(), unpackTar(to, { strip: 1 })).catch((error: unknown) => {
		throw new Error(`${file} is not a release archive, or is damaged: ${(error as Error).message}`, { cause: error })
	})
	const about = readReleaseInfo(to)
	if (!about) throw new Error(`${file} is not a release archive; npm run release makes one`)
	return about
}

/** Copies the program in a folder, without settings, data and packages. */
async function copyFolder(from: string, to: string): Promise<ReleaseInfo> {
	const packageFile = path.join(from, 'package.json')
	if (!fs.existsSync(path.join(from, 'server', 'main.ts')) || !fs.existsSync(packageFile))
		throw new Error(`${from} does not contain Launchway`)
	const isProgram = (file: string) => !NOT_PROGRAM.has(path.relative(from, file).split(path.sep)[0] ?? '')
	await fs.promises.cp(from, to, { recursive: true, filter: isProgram, preserveTimestamps: true, verbatimSymlinks: true })
	const known = readReleaseInfo(to)
	if (known) return known
	const version = readVersion(fs.readFileSync(packageFile, 'utf8'))
	const about = { id: releaseId(version, hashFolder(to)), version, commit: null, committedAt: null }
	writeReleaseInfo(to, about)
	return about
}

function hashFolder(folder: string): string {
	const hash = createHash('sha256')
	const files = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
	for (const file of files.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name))).toSorted())
		hash
			.update(`${file}\0`)
			.update(fs.readFileSync(path.join(folder, file)))
			.update('\0')
	return hash.digest('hex')
}

/**
 * Unpacks a release into an empty folder.
 * @param source archive, folder, or reference to a commit of the repository
 * @throws Error that says what the source lacks
 */
export async function unpackRelease(
	source: string,
	{ repository, cwd, to }: { repository: string; cwd: string; to: string },
): Promise<ReleaseInfo> {
	const place = path.resolve(cwd, source)
	const found = fs.statSync(place, { throwIfNoEntry: false })
	if (found?.isDirectory()) return copyFolder(place, to)
	if (found) return unpackArchive(place, to)
	const commit = await findCommit(repository, source)
	if (!commit) throw new Error(`${source} is not an archive, a folder or a commit in this repository`)
	return unpackCommit(repository, commit, to)
}
